import type { Waiting } from "#domain/alerts/kinds/queue-late";

import type { Db } from "../../database.ts";

/**
 * The work that waits in the database. Counts stop at the cap of each statement; ages are seconds, 0 if nothing is
 * late.
 */
export type Backlog = {
  readonly priorities: readonly Waiting[];
  readonly retries: number;
  readonly held: number;
  readonly receipts: number;
  readonly fanOuts: number;
  readonly webhooks: number;
  readonly scheduleLag: number;
};

/** The most chunks counted per route and priority, and rows of each other kind: about 10 ms in all. */
export const BACKLOG_CAP = 5_000;

const READ = `
with open as (
  select c.priority, c.size, c.due
  from unnest($1::text[]) as r(route) cross join unnest('{0,1,2}'::smallint[]) as l(priority)
  cross join lateral (
    select priority, size, due from chunks where claimable and route = r.route and priority = l.priority
    order by turn, id limit $2) c
  union all
  (select priority, size, null from chunks where throttled order by message_id, turn, id limit $2)
)
select
  (select coalesce(json_agg(l), '[]') from (
    select priority, sum(size) as texts,
      coalesce(extract(epoch from now() - min(due) filter (where due <= now())), 0) as oldest
    from open group by priority) l) as priorities,
  (select count(*)::int from (select from retries where due < 'infinity' order by due limit $2) x) as retries,
  (select count(*)::int from (select from holds order by due limit $2) x) as held,
  (select count(*)::int from (select from receipts order by due limit $2) x) as receipts,
  (select count(*)::int from (select from fanouts limit $2) x) as fan_outs,
  (select count(*)::int from (
    select from webhook_deliveries d where state = 'pending'
    and exists (select from webhooks w where w.id = d.webhook_id and w.enabled) limit $2) x) as webhooks,
  (select coalesce(extract(epoch from greatest(now() - min(due), interval '0')), 0)::float8
    from schedules where state = 'active') as schedule_lag`;

type Row = {
  priorities: readonly Waiting[];
  retries: number;
  held: number;
  receipts: number;
  fan_outs: number;
  webhooks: number;
  schedule_lag: number;
};

/** Reads the backlog in one statement. Deliveries of paused messages are not included: they may not be claimed. */
export async function readBacklog(db: Db, routes: readonly string[]): Promise<Backlog> {
  const [row] = await db.query<Row>("backlog", READ, [routes, BACKLOG_CAP]);
  const { priorities, retries, held, receipts, fan_outs: fanOuts, webhooks, schedule_lag: scheduleLag } = row!;
  return { priorities, retries, held, receipts, fanOuts, webhooks, scheduleLag };
}
