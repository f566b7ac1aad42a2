import type { RollUpStore } from "#domain/ports/roll-up-store";

import type { Db } from "../database.ts";

/**
 * Rows that another node folds at this moment are skipped, and totals are written in the order of their key, so that
 * two nodes wait for each other and never deadlock.
 */
const FOLD = `
with gone as (
  delete from outbox_deltas where ctid = any(array(
    select ctid from outbox_deltas order by id limit $1 for update skip locked))
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

export function rollUpQueries(db: Db): RollUpStore {
  return {
    async fold(limit) {
      const [row] = await db.query<{ count: number }>("fold outbox", FOLD, [limit]);
      return row!.count;
    },
  };
}
