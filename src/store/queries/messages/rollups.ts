import type { RollUpStore } from "#domain/outbox/roll-up-store";

import type { Db } from "../../database.ts";
import { LEFT_LIST } from "../deliveries/delivery-states.ts";
import { foldStats } from "../stats/fold-stats.ts";
import { departureOf } from "../stats/message-departures.ts";
import { deleteUnlocked } from "../delete-unlocked.ts";

/**
 * Rows that another node is folding are skipped, and totals are written in the order of their key, so that two nodes
 * wait for each other and never deadlock.
 */
const FOLD = `
with gone as (
  ${deleteUnlocked("outbox_deltas", "order by id limit $1")}
  returning bucket, total, success, failed
),
sums as (
  select bucket, sum(total) as total, sum(success) as success, sum(failed) as failed from gone group by bucket
),
folded as (
  insert into outbox_totals as t (bucket, total, success, failed)
  select bucket, total, success, failed from sums order by bucket
  on conflict (bucket) do update
  set total = t.total + excluded.total, success = t.success + excluded.success, failed = t.failed + excluded.failed
)
select count(*)::int as count from gone`;

/** Reasons distinguished per message. A provider's reason may contain a number, and then each delivery has its own. */
const MAX_REASONS = 100;

/**
 * Like `FOLD`, for the progress of messages; what left the queue is recorded beside it, for the speed of the last
 * seconds and for that of the whole time.
 */
const FOLD_PROGRESS = `
with gone as (
  ${deleteUnlocked("message_deltas", "order by id limit $1")}
  returning message_id, state, reason, count
),
ranked as (
  select message_id, state, reason, sum(count) as count,
    row_number() over (partition by message_id order by reason, state) as nth
  from gone group by message_id, state, reason
),
sums as (
  select r.message_id, r.state, sum(r.count) as count,
    case when r.reason = '' or t.message_id is not null
        or r.nth + (select count(*) from message_totals k where k.message_id = r.message_id) <= ${MAX_REASONS}
      then r.reason else 'other' end as reason
  from ranked r
  left join message_totals t on t.message_id = r.message_id and t.state = r.state and t.reason = r.reason
  group by 1, 2, 4
),
folded as (
  insert into message_totals as t (message_id, state, reason, count)
  select message_id, state, reason, count from sums order by message_id, state, reason
  on conflict (message_id, state, reason) do update set count = t.count + excluded.count
),
departed as (
  select message_id, sum(count) as count from gone where state in (${LEFT_LIST})
  group by message_id having sum(count) > 0
),
paced as (
  insert into message_paces (message_id, count) select message_id, count from departed order by message_id
),
counted as (
  insert into message_departures as t (message_id, at, count)
  select message_id, ${departureOf("now()")}, count from departed order by message_id
  on conflict (message_id, at) do update set count = t.count + excluded.count
),
forgotten as (
  ${deleteUnlocked("message_paces", "where at < now() - interval '1 minute' limit $1")}
)
select count(*)::int as count from gone`;

/** Whether there is anything to fold: usually there is not. */
export const HAS_DELTAS = {
  log: "exists (select from outbox_deltas)",
  stats: "exists (select from stat_deltas)",
  progress:
    "exists (select from message_deltas) or exists (select from message_paces where at < now() - interval '1 minute')",
};

const SOME = `select ${HAS_DELTAS.log} as log, ${HAS_DELTAS.stats} as stats, ${HAS_DELTAS.progress} as progress`;

/** @param timeZone the site's current time zone, for hours and days of the statistics */
export function rollUpQueries(db: Db, timeZone: () => string): RollUpStore {
  return {
    async waiting() {
      const [row] = await db.query<{ log: boolean; progress: boolean; stats: boolean }>("some deltas", SOME, []);
      return row!;
    },
    async fold(limit) {
      const [row] = await db.query<{ count: number }>("fold outbox", FOLD, [limit]);
      return row!.count;
    },
    async foldProgress(limit) {
      const [row] = await db.query<{ count: number }>("fold progress", FOLD_PROGRESS, [limit]);
      return row!.count;
    },
    foldStats: (limit) => foldStats(db, timeZone(), limit),
  };
}
