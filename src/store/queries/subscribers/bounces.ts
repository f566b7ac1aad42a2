import { BOUNCE, NO_SUCH_NUMBER, type BounceStore } from "#domain/subscribers/bounce";

import type { Db } from "../../database.ts";
import { BOUNCE_LOCK } from "../../advisory-locks.ts";
import { acceptedMs } from "../../buckets.ts";

export function bounceQueries(db: Db): BounceStore {
  return {
    async judge(limit) {
      const [waiting] = await db.query<{ some: boolean }>("some bounce checks", SOME, []);
      if (!waiting!.some) return 0;
      return db.ownTransaction(async () => {
        // One node at a time: an older view of the log must not overwrite a newer decision.
        const [lock] = await db.query<{ got: boolean }>("bounce lock", "select pg_try_advisory_xact_lock($1) as got", [
          BOUNCE_LOCK,
        ]);
        if (!lock!.got) return 0;
        const rows = await db.query<{ phone: string }>("take bounce checks", TAKE, [limit]);
        const phones = [...new Set(rows.map(({ phone }) => phone))];
        // A later statement: it sees every change whose entry was taken.
        if (phones.length > 0) await db.query("judge bounces", JUDGE, [phones, NO_SUCH_NUMBER]);
        return rows.length;
      });
    },
  };
}

/** SQL for whether a delivery of `row` speaks against its number. */
const isPermanent = (row: string, codes: string): string =>
  `(${row}.state = 'undelivered' or ${row}.state = 'failed' and ${row}.failure = any(${codes}))`;

/**
 * Adds the CTE `bounced`: which of the `rows` (phone, state, failure) may change whether their subscriber bounces. A
 * success matters only to those who bounce, so that a campaign that arrives writes nothing here.
 */
export function bounceChecks(rows: string): string {
  const codes = `'{${NO_SUCH_NUMBER.join(",")}}'::text[]`;
  return `
bounced as (
  insert into bounce_checks (phone)
  select r.phone from ${rows} r where case
    when ${isPermanent("r", codes)} then exists (select from subscribers s where s.phone = r.phone offset 0)
    when r.state = 'delivered' then exists (
      select from subscribers s where s.phone = r.phone and s.bounced_at is not null offset 0)
    else false end
)`;
}

export const HAS_BOUNCE_CHECKS = "exists (select from bounce_checks)";
const SOME = `select ${HAS_BOUNCE_CHECKS} as some`;
const TAKE = `
delete from bounce_checks where id = any(array(select id from bounce_checks order by id limit $1)) returning phone`;

const AT = `to_timestamp(${acceptedMs("d.message_id")} / 1000.0)`;

// Locked in the order of numbers, as everywhere in the newsletter. Failures may have been pruned from the log,
// but never those after a success that is still there: only then does a short run of them end a bounce.
const JUDGE = `
with people as materialized (
  select id, phone, reachable_since from subscribers where phone = any($1::text[]) order by phone for update
),
judged as materialized (
  select p.id, latest.failures >= ${BOUNCE.failures}
      and latest.last - latest.first >= interval '${BOUNCE.apartDays} days' as bounces,
    latest.successes > 0 as arrived
  from people p cross join lateral (
    select count(*) filter (where not ended) as failures, count(*) filter (where ended) as successes,
      min(at) filter (where not ended) as first, max(at) filter (where not ended) as last
    from (
      select at, bool_or(arrived) over (order by message_id desc) as ended from (
        select d.message_id, ${AT} as at, d.state = 'delivered' as arrived from deliveries d
        where d.phone = p.phone and (d.state = 'delivered' or ${isPermanent("d", "$2::text[]")})
          and (p.reachable_since is null or ${AT} >= p.reachable_since)
        order by d.message_id desc limit ${BOUNCE.looksBack}
      ) scanned
    ) run
  ) latest
)
update subscribers s set bounced_at = case when j.bounces then now() end
from judged j where s.id = j.id and j.bounces = (s.bounced_at is null) and (j.bounces or j.arrived)`;
