import { HOLDS_COUNTED } from "#domain/deliveries/holds";
import type { MessageContent } from "#domain/messages/content";
import { addresseesOf } from "#domain/messages/addressees";
import {
  openMessageStates,
  type Audience,
  type Category,
  type MessageState,
  type Named,
} from "#domain/messages/message";
import type { MessageSummary, MessageView, MessageViews, StateCount } from "#domain/messages/message-view";
import type { RefusedPeople } from "#domain/texts/personal-text";
import { LAST_ID, uuidFloor, type Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { CONTENT_SELECTED, contentIn } from "../../message-content.ts";
import { LEFT_LIST, OPEN } from "../deliveries/delivery-states.ts";
import { deliveriesTable } from "../../partitions.ts";
import { IS_OPEN } from "./open-fragment.ts";

type SummaryRow = MessageContent & {
  id: Uuid;
  state: MessageState;
  reason: string | null;
  category: Category;
  created_by: string;
  matched: number;
  accepted: number;
  duplicates: number;
  invalid: number;
  suppressed: number;
  rate_per_minute: number | null;
  schedule_id: Uuid | null;
  first_sent_at: Date | null;
  finished_at: Date | null;
};

type Row = SummaryRow & {
  route: string;
  audience: Audience | null;
  named: Named | null;
  resolving: boolean;
  trouble: string | null;
  held: MessageView["held"];
  refused_people: RefusedPeople | null;
  rolled_up: boolean;
  seconds: number;
  at: number;
  counts: StateCount[] | null;
  texts: number | null;
  costs: MessageView["costs"] | null;
};

const SUMMARY = `id, state, reason, category, ${CONTENT_SELECTED}, created_by, matched, accepted, duplicates, invalid, suppressed,
  rate_per_minute, schedule_id, first_sent_at, finished_at`;

/** Seconds over which the speed is measured. */
const PACE_SECONDS = 10;

/**
 * One statement, so one snapshot: a delta is either not folded yet or in the totals, never both. The speed of a message
 * that began a moment ago is measured from that moment.
 */
const FIND = `
select ${SUMMARY}, route, audience, named, rolled_up, refused_people, extract(epoch from now())::float8 * 1000 as at,
  exists (select from fanouts f where f.message_id = m.id) as resolving,
  (select f.trouble from fanouts f where f.message_id = m.id) as trouble,
  (select case when count(*) > 0 then json_build_object('count', count(*),
    'until', extract(epoch from min(h.due))::float8 * 1000,
    'last', (select extract(epoch from due)::float8 * 1000 from holds where message_id = m.id order by due desc limit 1),
    'reasons', json_agg(distinct h.reason)) end
    from (select due, reason from holds where message_id = m.id order by due limit ${HOLDS_COUNTED}) h) as held,
  least(${PACE_SECONDS}, greatest(1, coalesce(extract(epoch from now() - first_sent_at), 1)))::float8 as seconds,
  case when rolled_up then (
    select coalesce(json_agg(json_build_object('state', state, 'reason', reason, 'count', count)), '[]')
    from (
      select state, reason, sum(count)::bigint as count from (
        select state, reason, count from message_totals where message_id = m.id
        union all select state, reason, count from message_deltas where message_id = m.id
      ) as both_kinds group by state, reason having sum(count) <> 0
    ) as sums) end as counts,
  case when rolled_up then (
    select coalesce(sum(count), 0)::float8 from message_paces
    where message_id = m.id and at > now() - interval '${PACE_SECONDS} seconds') end as texts,
  case when rolled_up then (
    select coalesce(json_agg(json_build_object('currency', currency, 'cost', cost) order by currency), '[]')
    from message_costs where message_id = m.id) end as costs
from messages m where id = $1`;

/** Counts in the ledger, for a message small enough that counting is fast. */
function countStatement(table: string): string {
  return `
select state::text, coalesce(failure, '') as reason, count(*)::int as count,
  (count(*) filter (where state in (${LEFT_LIST})
    and marked_at > now() - interval '${PACE_SECONDS} seconds'))::int as recent
from ${table} where message_id = $1 group by 1, 2 order by 1, 2`;
}

function costStatement(table: string): string {
  return `
select d.currency, sum(d.price * coalesce(d.segments, m.segments))::bigint as cost
from ${table} d join messages m on m.id = d.message_id
where d.message_id = $1 and d.price is not null group by 1 order by 1`;
}

type CountRow = StateCount & { recent: number };

function pageStatement(condition: string): string {
  return `
with page as materialized (
  select ${SUMMARY} from messages where ${condition} and id < $1 and id >= $2 order by id desc limit $3
),
found as (
  select * from page where ($4::message_state is null or state = $4) and ($5::text is null or category = $5)
  order by id desc limit $6
)
select found.*, edge.seen, edge.last
from (select count(*)::int as seen, (array_agg(id order by id))[1] as last from page) edge
left join found on true order by found.id desc`;
}

const PAGE = pageStatement("true");
/** There is an index of the open ones, which stay few, and one of those that were stopped. */
const OPEN_PAGE = pageStatement(IS_OPEN);
const STOPPED_PAGE = pageStatement("state in ('canceled', 'failed')");

function pageOf(state: MessageState | null): readonly [name: string, text: string] {
  if (state === null || state === "completed") return ["messages page", PAGE];
  return openMessageStates.includes(state)
    ? ["open messages page", OPEN_PAGE]
    : ["stopped messages page", STOPPED_PAGE];
}

export function messageViewQueries(db: Db): MessageViews {
  return {
    async find(id) {
      const [row] = await db.query<Row>("message", FIND, [id]);
      if (!row) return null;
      const { route, resolving, trouble, at, held } = row;
      const addressees = addresseesOf(row.audience, row.named);
      const refusedPeople = row.refused_people;
      const common = { ...summaryOf(row), addressees, route, resolving, trouble, at, held, refusedPeople };
      if (row.counts) return { ...common, costs: row.costs ?? [], ...rolledUp(row, row.counts) };
      const table = deliveriesTable(id);
      const counts = await db.query<CountRow>(`delivery counts ${table}`, countStatement(table), [id]);
      const costs = await db.query<MessageView["costs"][number]>(`delivery costs ${table}`, costStatement(table), [id]);
      return { ...common, costs, ...counted(row, counts) };
    },
    async list(filter, { before, rows, keep }) {
      const upper = filter.to === null ? LAST_ID : uuidFloor(filter.to);
      const found = await db.query<SummaryRow & { seen: number; last: Uuid | null }>(...pageOf(filter.state), [
        before !== null && before < upper ? before : upper,
        uuidFloor(filter.from ?? 0),
        rows,
        filter.state,
        filter.category,
        keep,
      ]);
      const { seen, last } = found[0]!;
      return { found: found.filter((row) => row.id !== null).map(summaryOf), last: seen < rows ? null : last };
    },
  };
}

type Counts = Pick<MessageView, "counts" | "deliveries" | "pace">;

function rolledUp(row: Row, counts: readonly StateCount[]): Counts {
  const deliveries = byState(counts);
  const left = row.accepted + row.suppressed - counts.reduce((sum, { count }) => sum + count, 0);
  const held = Math.min(row.held?.count ?? 0, left);
  const waiting = { ...(held > 0 && { held }), ...(left > held && { queued: left - held }) };
  return {
    counts: withoutFirst(row.suppressed, counts),
    deliveries: left > 0 ? { ...deliveries, ...waiting } : deliveries,
    pace: { texts: row.texts ?? 0, seconds: row.seconds },
  };
}

function counted(row: Row, counts: readonly CountRow[]): Counts {
  const over = counts.filter(({ state }) => !OPEN.includes(state));
  const texts = counts.reduce((sum, { recent }) => sum + recent, 0);
  return {
    counts: withoutFirst(row.suppressed, over),
    deliveries: byState(counts),
    pace: { texts, seconds: row.seconds },
  };
}

/**
 * People who had opted out before the message was accepted were never recipients, so they are not part of its progress.
 */
function withoutFirst(suppressed: number, counts: readonly StateCount[]): StateCount[] {
  return counts
    .map(({ state, reason, count }) => ({
      state,
      reason,
      count: state === "suppressed" && reason === "suppressed" ? count - suppressed : count,
    }))
    .filter(({ count }) => count > 0);
}

function byState(counts: readonly StateCount[]): Record<string, number> {
  const states: Record<string, number> = {};
  for (const { state, count } of counts) states[state] = (states[state] ?? 0) + count;
  return Object.fromEntries(Object.entries(states).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function summaryOf(row: SummaryRow): MessageSummary {
  const { matched, accepted, duplicates, invalid, suppressed } = row;
  return {
    id: row.id,
    state: row.state,
    reason: row.reason,
    category: row.category,
    createdBy: row.created_by,
    content: contentIn(row),
    recipients: { matched, accepted, duplicates, invalid, suppressed },
    ratePerMinute: row.rate_per_minute,
    scheduleId: row.schedule_id,
    firstSentAt: row.first_sent_at?.getTime() ?? null,
    finishedAt: row.finished_at?.getTime() ?? null,
  };
}
