import { ERASED, REDACTED } from "#domain/messages/removed-text";
import type { PruningStore, Step } from "#domain/privacy/pruning-store";
import { FIRST_ID, uuidFloor, type Uuid } from "#lib/ids";
import { day } from "#lib/time";

import type { Db } from "../../database.ts";
import { deliveriesTable } from "../../partitions.ts";
import { ANSWERS_FORGOTTEN } from "../webhooks/forget-answers.ts";
import { pageWalked, stepOf, walkEndedSchedules, walkOf, type Page } from "./prune-step.ts";
import { lockMessages } from "../messages/message-lock.ts";
import { TEXT_KEYS } from "../webhooks/event-fragments.ts";

/** $1: days. No delivery of a message is sent after its validity, not even one that was in doubt. */
const ENDED_FOR = `
  m.state in ('completed', 'canceled', 'failed') and m.valid_until < now()
  and coalesce(m.finished_at, m.valid_until) < now() - make_interval(days => $1::int)`;

type Seen = { readonly id: Uuid; readonly over: boolean; readonly personal: boolean; readonly opened: string | null };

/** Messages in one transaction, whose events are searched for. */
const AT_ONCE = 1_000;

/** The lock keeps two nodes from the same page. */
const POSITION = `select message_id as "messageId" from redactions for update`;

/** $1: days, $2: position, $3: least id that is too recent, $4: limit. */
const PAGE = `
select m.id, ${ENDED_FOR} as over, m.personal, m.first_sent_at::text as opened
from messages m where m.id > $2::uuid and m.id < $3::uuid order by m.id limit $4`;

/** $1: days, $2: position, $3: limit. A message whose month was dropped has no row any more. */
const LATE = `
select l.message_id as id, coalesce(${ENDED_FOR}, m.id is null) as over, coalesce(m.personal, false) as personal,
  m.first_sent_at::text as opened
from (select message_id from late_redactions where message_id > $2::uuid order by message_id limit $3) l
left join messages m on m.id = l.message_id order by l.message_id`;

const ONE = "select id, true as over, personal, first_sent_at::text as opened from messages where id = $1";

const TEXTS = `update messages set body = '${REDACTED}', media = '{}', variants = null where id = any($1::uuid[])`;

/**
 * The event is as old as the first delivery that left: one transaction wrote both. Without its time every month of the
 * event log would be searched for every message.
 */
const EVENTS = `
with changed as (
  update events e set data = e.data - ${TEXT_KEYS}
  from unnest($1::uuid[], $2::timestamptz[]) as m(id, opened)
  where e.message_id = m.id and e.at = m.opened and e.kind = 'new_sms' and e.at between $3 and $4 returning e.id
),${ANSWERS_FORGOTTEN}
select 1`;

const OWN_TEXTS = (table: string): string => `
with page as materialized (
  select phone, own_text from ${table} where message_id = $1 and phone > $2 order by phone limit $3
),
gone as (
  update ${table} d set own_text = '${REDACTED}'
  from (select phone from ${table} where message_id = $1 and phone in (
    select phone from page where own_text is not null and own_text not in ('${REDACTED}', '${ERASED}'))
    order by phone for update) p
  where d.message_id = $1 and d.phone = p.phone returning 1
)${pageWalked("max(phone)")}`;

const SCHEDULES = walkEndedSchedules(
  `update schedules set message = message || '{"text": "${REDACTED}", "media": [], "variants": null}'::jsonb`,
  `s.message ->> 'text' <> '${REDACTED}'`,
);

/** $1: days, $2: limit. Only events that are old enough move the position. */
const INBOUND = `
with place as materialized (select event_id from redactions for update),
page as materialized (
  select e.id, e.at, e.kind, e.at < now() - make_interval(days => $1) as old from events e
  where e.id > (select event_id from place) order by e.id limit $2
),
changed as (
  update events e set phone = null, data = e.data - '{sender,text,media}'::text[]
  from page where page.old and page.kind = 'new_incoming_sms' and e.id = page.id and e.at = page.at returning e.id
),${ANSWERS_FORGOTTEN},
moved as (
  update redactions set event_id = young.before
  from (select max(id) as before from page
    where id < coalesce((select min(id) from page where old is not true), 9223372036854775807)) young
  where young.before is not null
)
select (select count(*) from changed)::int as removed, count(*)::int as seen, max(id)::text as last, bool_and(old) as old from page`;

/** @returns how texts are deleted; a walk is in one of three parts: new pages, late messages, the rows of a late one */
export function redactionQueries(
  db: Db,
): Pick<PruningStore, "pruneTexts" | "pruneScheduleTexts" | "pruneInboundEvents"> {
  async function redact(messages: readonly Seen[]): Promise<void> {
    if (messages.length === 0) return;
    const ids = messages.map(({ id }) => id);
    await lockMessages(db, ids);
    await db.query("redact texts", TEXTS, [ids]);
    const sent = messages.filter(({ opened }) => opened !== null);
    const times = sent.map(({ opened }) => opened!).toSorted();
    if (sent.length > 0)
      await db.query("redact events", EVENTS, [
        sent.map(({ id }) => id),
        sent.map(({ opened }) => opened),
        times[0],
        times.at(-1),
      ]);
  }

  const late = (ids: readonly Uuid[]): Promise<unknown> =>
    db.query("add late redactions", "insert into late_redactions select unnest($1::uuid[]) on conflict do nothing", [
      ids,
    ]);
  const settled = (ids: readonly Uuid[]): Promise<unknown> =>
    db.query("end late redactions", "delete from late_redactions where message_id = any($1::uuid[])", [ids]);

  /** Texts of their own are deleted row by row, later: a message may have a million. */
  const isWhole = ({ over, personal }: Seen): boolean => over && !personal;

  async function newPage(days: number, limit: number): Promise<Step> {
    const [place] = await db.query<{ messageId: Uuid }>("redaction position", POSITION, []);
    const newest = uuidFloor(db.now() - days * day);
    const page = await db.query<Seen>("redaction page", PAGE, [days, place!.messageId, newest, limit]);
    const last = page.at(-1);
    if (!last) return { removed: 0, next: "late" };
    const whole = page.filter(isWhole);
    await redact(whole);
    await late(page.filter((one) => !isWhole(one)).map(({ id }) => id));
    await db.query("redaction moves", "update redactions set message_id = $1", [last.id]);
    return { removed: whole.length, next: page.length === limit ? "new" : "late" };
  }

  async function lateMessages(days: number, after: Uuid, limit: number): Promise<Step> {
    const page = await db.query<Seen>("late redactions", LATE, [days, after, limit]);
    const first = page.findIndex(({ over, personal }) => over && personal);
    const seen = first === -1 ? page : page.slice(0, first);
    const over = seen.filter((one) => one.over);
    await redact(over);
    await settled(over.map(({ id }) => id));
    if (first !== -1) return { removed: over.length, next: `rows ${page[first]!.id}` };
    return { removed: over.length, next: page.length === limit ? `late ${page.at(-1)!.id}` : null };
  }

  async function ownTexts(id: Uuid, phone: string, limit: number): Promise<Step> {
    const table = deliveriesTable(id);
    const [found] = await db.query<{ name: string | null }>("redaction table", "select to_regclass($1)::text as name", [
      table,
    ]);
    const [page] =
      found!.name === null ? [] : await db.query<Page>(`redact rows ${table}`, OWN_TEXTS(table), [id, phone, limit]);
    const { removed, next } = page ? stepOf(page, limit) : { removed: 0, next: null };
    if (next !== null) return { removed, next: `rows ${id} ${next}` };
    await redact(await db.query<Seen>("redacted message", ONE, [id]));
    await settled([id]);
    return { removed: removed + 1, next: `late ${id}` };
  }

  return {
    pruneTexts: (days, after, limit) =>
      db.ownTransaction(() => {
        const [part, id = FIRST_ID, phone = ""] = after.split(" ");
        if (part === "rows") return ownTexts(id as Uuid, phone, limit);
        const most = Math.min(limit, AT_ONCE);
        return part === "late" ? lateMessages(days, id as Uuid, most) : newPage(days, most);
      }),
    pruneScheduleTexts: walkOf(db, "redact schedules", SCHEDULES, FIRST_ID),
    async pruneInboundEvents(days, _after, limit) {
      const [page] = await db.query<Page>("redact inbound", INBOUND, [days, limit]);
      return stepOf(page!, limit);
    },
  };
}
