import { FIRST_ID } from "#lib/ids";

import type { Db } from "../../database.ts";
import { LEASED_TABLES } from "../../leases.ts";

/** No lease is longer, except a webhook's: one that was taken since the clock was set back stays. */
const LEASE = "interval '30 seconds'";
/**
 * A smaller step is a failover to a standby or routine clock correction: a wait that is longer by so little does no
 * harm.
 */
const LEAST = LEASE;
const WEBHOOK_LEASE = "interval '1 minute'";
/**
 * Each page is a transaction of its own, because marks, settles and lease renewals wait for it. A million retries in
 * one statement took 15 s, which is longer than a statement may take.
 */
const AT_ONCE = 2_000;

const SEEN = `update clock_looks set at = clock_timestamp() where at < clock_timestamp() + ${LEAST} returning 1`;
const FIRST = "insert into clock_looks (at) values (clock_timestamp()) on conflict do nothing returning 1";
/** Only one of several concurrent nodes gets the row: waits must not be shortened twice. */
const TAKE = `
with was as (select at from clock_looks for update)
update clock_looks c set at = clock_timestamp() from was where was.at >= clock_timestamp() + ${LEAST}
returning extract(epoch from was.at - c.at)::float8 as back`;

type Column = readonly [name: string, type: "bigint" | "uuid" | "text", first: string];
type Waiting = { readonly table: string; readonly key: readonly Column[]; readonly when: string; readonly due: string };

const ID: Column = ["id", "bigint", "0"];
const MESSAGE: Column = ["message_id", "uuid", FIRST_ID];

/** Leases end half a minute later: live workers renew them by then. Repeating it has the same result. */
const LEASES: readonly Waiting[] = [
  // A chunk that never had an owner waits for nothing.
  { table: "chunks", key: [ID], when: "true", due: `now() + case when t.token = 0 then '0 s' else ${LEASE} end` },
  ...LEASED_TABLES.map(({ table, key, when }): Waiting => ({
    table,
    key: [[key, "uuid", FIRST_ID]],
    when,
    due: `now() + ${LEASE}`,
  })),
];

/**
 * Waits until a time that was set before are shortened by the same amount. The amount is exact except for the time
 * between two checks, and rows written since keep at most their lease: an attempt that comes early is postponed again.
 */
const WAITS: readonly Waiting[] = [
  { table: "retries", key: [MESSAGE, ["phone", "text", ""]], ...shorter(LEASE) },
  { table: "receipts", key: [ID], ...shorter(LEASE) },
  { table: "webhook_deliveries", key: [ID], ...shorter(WEBHOOK_LEASE, "state = 'pending'") },
  { table: "form_requests", key: [ID], ...shorter(LEASE) },
];

/** Judged again, by what the clock says now: a time of day may be that of another day. */
const HOLDS: Waiting = { table: "holds", key: [MESSAGE, ["phone", "text", ""]], when: "true", due: "now()" };

function shorter(least: string, more = "true"): Pick<Waiting, "when" | "due"> {
  return {
    when: `due > now() + ${least} and ${more}`,
    due: `greatest(now() + ${least}, t.due - make_interval(secs => $2))`,
  };
}

const PAUSES = `
update gateway_states set paused_until = greatest(now(), paused_until - make_interval(secs => $1)),
  paused_at = least(now(), paused_at)
where paused_until > now()`;

/** What waits for the missing parts of an incoming message, perhaps a STOP, waits for them from now on. */
const PARTS = "update inbound_parts set received_at = now() where joined_at is null and received_at > now()";

/** $1: the last key of the page before; $2: seconds. Locked rows are left to their owner. */
function pageStatement({ table, key, when, due }: Waiting): string {
  const names = key.map(([name]) => name);
  return `
with page as materialized (
  select ${names.join(", ")} from ${table}
  where (${names.join(", ")}) > (${key.map(([, type], nth) => `($1::text[])[${nth + 1}]::${type}`).join(", ")})
    and due > now() + ${LEASE} and due < 'infinity' and ${when}
  order by ${names.join(", ")} limit ${AT_ONCE} for update skip locked
),
mended as (
  update ${table} t set due = ${due} from page where ${names.map((name) => `t.${name} = page.${name}`).join(" and ")}
)
select array[${names.map((name) => `${name}::text`).join(", ")}] as key from page order by ${names.join(", ")}`;
}

async function walk(db: Db, waiting: Waiting, ...back: readonly number[]): Promise<void> {
  const [name, text] = [`clock set back ${waiting.table}`, pageStatement(waiting)];
  let last = waiting.key.map(([, , first]) => first);
  for (let full = true; full;) {
    const page = await db.query<{ key: string[] }>(name, text, [last, ...back]);
    full = page.length === AT_ONCE;
    last = page.at(-1)?.key ?? last;
  }
}

/**
 * Checks whether the database's clock was set back since the last check by any node, and shortens every wait
 * accordingly. Schedules are calendar times and stay; so does the validity of a message.
 *
 * If a node dies meanwhile, the next one handles the leases, and other waits stay unchanged.
 *
 * @returns seconds by which it was set back; 0: it was not, or another node handles it
 */
export async function adjustAfterSetBack(db: Db): Promise<number> {
  if ((await db.query("clock seen", SEEN, [])).length > 0) return 0;
  if ((await db.query("clock first", FIRST, [])).length > 0) return 0;
  for (const waiting of LEASES) await walk(db, waiting);
  const [taken] = await db.query<{ back: number }>("clock set back", TAKE, []);
  if (!taken) return 0;
  await db.query("clock pauses", PAUSES, [taken.back]);
  for (const waiting of WAITS) await walk(db, waiting, taken.back);
  await walk(db, HOLDS);
  await db.query("clock inbound parts", PARTS, []);
  return taken.back;
}
