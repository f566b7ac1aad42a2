import type { Slots, SlotRequest, Throttles } from "#domain/deliveries/throttle";

import type { Db } from "../../database.ts";
import { SHARE_LOCKS } from "../../advisory-locks.ts";

/** A slice is a tenth of a second, or one message if that is more. */
const SLICE = "0.1";
/**
 * A slice that begins later than this is not granted: two nodes can each hold one in advance, and none holds what
 * another could use.
 */
const HORIZON_MS = 250;
/**
 * If requested up to this late, a slice begins where the last one ended: otherwise every late answer would cost a
 * little.
 */
const GRACE_MS = 10;
/** A message has ten segments at most: no grant is larger than this, or a slice. */
const MAX_UNITS = 20;
/** A grant made directly before a crash may not have been written: nothing is granted until its time has passed. */
const RESTART_S = 1;
/**
 * If one session crashes, the server loses as much and keeps its start time. It loses its statistics as well, and
 * reports when. A start that is yet to come was before the clock was set back: as after a boot of a machine whose clock
 * was ahead.
 */
const GIVEN_FROM = `(
  select max(began) + interval '${RESTART_S} s'
  from unnest(array[pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time()]) as s(began)
  where began <= clock_timestamp())`;

/**
 * GCRA: `next` is when the next unit may leave. One row update per slice, not per message: a row updated for each
 * message stops at 3,200/s. Not flushed: what a crash loses is over after the pause that follows it.
 *
 * Times are read under the row's lock: a statement that waited for another node's must not count from its own start. If
 * the rate has changed since, the remaining wait becomes longer or shorter accordingly. A time further away than any
 * grant comes from a clock that was set back since: it is discarded, and a second lets pass what was granted by it.
 */
const RESERVE = `
with setting as materialized (select set_config('synchronous_commit', 'off', true) as off),
requested as materialized (
  select k.key, coalesce(k.rate, m.rate_per_minute / 60.0::float8) as rate, k.units, k.least
  from setting, unnest($1::text[], $2::float8[], $3::float8[], $4::float8[]) as k(key, rate, units, least)
  left join messages m on m.id = case when k.rate is null then substr(k.key, 9)::uuid end
),
sized as (
  select key, rate, greatest(least, least(units, floor(rate * ${SLICE}))) as units,
    greatest(clock_timestamp(), ${GIVEN_FROM}) as first
  from requested where rate is not null
),
given as (
  insert into throttles as t (key, rate, start, next)
  select key, rate, first, first + make_interval(secs => units / rate) from sized order by key
  on conflict (key) do update set (rate, start, next) = (
    select excluded.rate, case when n.ok then n.free end,
      case when n.ok then n.free + (excluded.next - excluded.start) else n.base end
    from (
      select *, free <= now_ + interval '${HORIZON_MS} ms' as ok from (
        select *, greatest(base, now_ - interval '${GRACE_MS} ms', ${GIVEN_FROM}) as free
        from (
          select now_, case
              when t.next > now_ + make_interval(secs => ${RESTART_S} + ${HORIZON_MS} / 1000.0 + greatest(${SLICE}, ${MAX_UNITS} / t.rate))
                then now_ + interval '${RESTART_S} s'
              when t.next > now_ then now_ + (t.next - now_) * (t.rate / excluded.rate) else t.next end as base
          from (select clock_timestamp() as now_) c) b) f) n)
  returning key, rate, start, next
)
select key, rate, extract(epoch from start) * 1000 as from_ms, round(extract(epoch from next - start) * rate) as units,
  extract(epoch from next - clock_timestamp()) * 1000 - ${HORIZON_MS} as wait_ms
from given`;

type Row = { key: string; rate: number; from_ms: string | null; units: number | null; wait_ms: string };

/** The share that this node has or requests, within what the others leave. */
const SHARE = `
with others as (
  select coalesce(sum(calls), 0)::integer as calls, count(*)::integer as nodes, (count(*) filter (where owner < $2))::integer as before
  from gateway_shares where gateway = $1 and owner <> $2 and until > now()
    -- Longer than any request: the clock was set back since.
    and until <= now() + make_interval(secs => 2 * $5 / 1000.0)
),
fair as (
  select $3::integer / (nodes + 1) + case when before < $3::integer % (nodes + 1) then 1 else 0 end as calls, $3 - calls as free
  from others
)
insert into gateway_shares (gateway, owner, calls, until)
select $1, $2, greatest(0, least(greatest(fair.calls, $4), free)), now() + make_interval(secs => $5 / 1000.0) from fair
on conflict (gateway, owner) do update set calls = excluded.calls, until = excluded.until
returning calls`;

export function throttleQueries(db: Db): Throttles {
  return {
    async reserve(requests) {
      const rows = await db.query<Row>("reserve slots", RESERVE, [
        requests.map(({ key }) => key),
        requests.map(({ rate }) => rate),
        requests.map(({ units }) => units),
        requests.map(({ least }) => least),
      ]);
      const byKey = new Map(rows.map((row) => [row.key, row]));
      return requests.map((request) => slotsOf(request, byKey.get(request.key)));
    },
    share: (gateway, owner, total, busy, ttlMs) =>
      db.ownTransaction(async () => {
        // The sum of all shares never exceeds the total: nodes compute theirs one after the other.
        await db.query("share lock", "select pg_advisory_xact_lock(hashtextextended($1, $2))", [gateway, SHARE_LOCKS]);
        const [row] = await db.query<{ calls: number }>("share", SHARE, [gateway, owner, total, busy, ttlMs]);
        return row!.calls;
      }),
    async leave(gateway, owner) {
      await db.query("leave", "delete from gateway_shares where gateway = $1 and owner = $2", [gateway, owner]);
    },
  };
}

function slotsOf({ key }: SlotRequest, row: Row | undefined): Slots {
  if (!row) return { key, units: Infinity, from: 0, rate: Infinity, waitMs: 0 };
  const waitMs = Math.max(1, Number(row.wait_ms));
  if (row.from_ms === null) return { key, units: 0, from: 0, rate: row.rate, waitMs };
  return { key, units: Number(row.units), from: Number(row.from_ms), rate: row.rate, waitMs };
}

/** Limits of messages that ended long ago. */
export const PRUNE = "delete from throttles where key like 'message:%' and next < now() - interval '1 hour'";
