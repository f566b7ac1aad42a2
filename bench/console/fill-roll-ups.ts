import type pg from "pg";

import { FAILED_LIST, SUCCESS_LIST } from "#store/queries/deliveries/delivery-states";

/** Sums that a worker folds while it sends: of the log, of each message to many, of hours and days. */
export async function fillRollUps(client: pg.PoolClient): Promise<void> {
  await client.query(
    `create temporary table outcome as
     select message_id, state, coalesce(failure, '') as reason, gateway, count(*)::int as count
     from deliveries where message_id in (select id from fixture) group by 1, 2, 3, 4`,
  );
  await client.query("analyze outcome");
  await client.query(
    `insert into outbox_totals as t (bucket, total, success, failed)
     select to_timestamp(floor(extract(epoch from f.at) / 900) * 900), sum(count),
       coalesce(sum(count) filter (where state in (${SUCCESS_LIST})), 0), coalesce(sum(count) filter (where state in (${FAILED_LIST})), 0)
     from outcome o join fixture f on f.id = o.message_id group by 1
     on conflict (bucket) do update
     set total = t.total + excluded.total, success = t.success + excluded.success, failed = t.failed + excluded.failed`,
  );
  await client.query(
    `insert into message_totals (message_id, state, reason, count)
     select message_id, state, reason, sum(count) from outcome
     where message_id in (select id from fixture where size > 1) group by 1, 2, 3 order by 1, 2, 3`,
  );
  await client.query(
    `insert into message_splits (message_id, gateway, country, accepted, sent, delivered, undelivered, failed, unknown, segments)
     select message_id, gateway, 'DE', sum(count), sum(count) filter (where state <> 'failed'),
       ${["delivered", "undelivered", "failed", "unknown"].map((state) => `coalesce(sum(count) filter (where state = '${state}'), 0)`).join(", ")},
       sum(count)
     from outcome where message_id in (select id from fixture where size > 1) group by 1, 2 order by 1, 2`,
  );
  for (const [table, unit] of [
    ["stat_hours", "hour"],
    ["stat_days", "day"],
  ]) {
    await client.query(
      `insert into ${table} (dimension, starts_at, part, accepted, sent, delivered, undelivered, failed, segments, s2, s3, d7, d9)
       select dimension, starts_at, part, 120, 115, 108, 5, 2, 115, 100, 15, 90, 18
       from generate_series(date_trunc('${unit}', now()) - interval '${unit === "hour" ? "89 days" : "720 days"}', now(), interval '1 ${unit}') starts_at
       cross join (
         select 'all' as dimension, '' as part
         union all select 'category', unnest(array['otp', 'transactional', 'marketing'])
         union all select 'gateway', unnest(array['sandbox', 'second', ''])
         union all select 'country', unnest(array['DE', 'FR', 'GB', 'ES', 'PT', 'IT', 'AT', 'CH', 'NL', 'BE', 'PL', 'SE', 'NO', 'DK', 'FI', 'US', 'CA', 'TR', 'IR', 'GH'])
       ) parts order by 1, 2, 3 on conflict do nothing`,
    );
  }
}
