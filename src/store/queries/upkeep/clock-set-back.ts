import type { Db } from "../../database.ts";

/** Less is how clocks are kept right, and a wait that is so much longer harms nobody. */
const LEAST_S = 5;
/** No lease is longer: one that was taken since the clock was set back stays. */
const LEASE_S = 30;

const LOOK =
  "select extract(epoch from at - clock_timestamp())::float8 as back from clock_looks for update skip locked";
const FIRST = "insert into clock_looks (at) values (clock_timestamp()) on conflict do nothing";
const SEEN = "update clock_looks set at = clock_timestamp()";

/**
 * What waits by a time of before waits as much shorter. A lease among it ends half a minute later: its worker, if it
 * lives, prolongs it by then.
 *
 * By how much is known but for the time between two looks. What was written between the clock's step and this one keeps a
 * wait of up to half a minute, and a longer one becomes shorter: a try that comes early is put off again.
 */
const shorter = (table: string, key: string, more = "true"): string => `
update ${table} t set due = greatest(now() + interval '${LEASE_S} s', t.due - make_interval(secs => $1))
from (
  select ${key} from ${table} where due > now() + interval '${LEASE_S} s' and ${more} order by ${key} for update skip locked
) held where t.${key} = held.${key}`;

/** A chunk that nobody ever held waits for nothing. */
const CHUNKS = `
update chunks c set due = case when token = 0 then now()
  else greatest(now() + interval '${LEASE_S} s', c.due - make_interval(secs => $1)) end
from (
  select id from chunks where due > now() + interval '${LEASE_S} s' order by id for update skip locked
) held where c.id = held.id`;

const RETRIES = `
update retries r set due = greatest(now(), r.due - make_interval(secs => $1))
from (
  select message_id, phone from retries where due > now() and due < 'infinity' order by message_id, phone for update skip locked
) held where r.message_id = held.message_id and r.phone = held.phone`;

const PAUSES = `
update gateway_states set paused_until = greatest(now(), paused_until - make_interval(secs => $1)),
  paused_at = least(now(), paused_at)
where paused_until > now()`;

const SHORTER: readonly (readonly [string, string])[] = [
  ["chunks", CHUNKS],
  ["retries", RETRIES],
  ["pauses", PAUSES],
  ["receipts", shorter("receipts", "id")],
  ["webhooks", shorter("webhook_deliveries", "id", "state = 'pending'")],
  ["withdrawals", shorter("withdrawals", "message_id")],
  ["fan-outs", shorter("fanouts", "message_id")],
  ["erasures", shorter("erasures", "id", "phone is not null")],
];

/**
 * Looks whether the database's clock was set back since the last look of any node, and lets nothing wait longer for it.
 * Schedules are calendar times and stay; so does how long a text is valid.
 *
 * @returns seconds by which it was set back; 0: it was not, or another node is looking
 */
export function mendSetBack(db: Db): Promise<number> {
  return db.transaction(async () => {
    const [look] = await db.query<{ back: number }>("clock look", LOOK, []);
    if (!look) {
      await db.query("clock first", FIRST, []);
      return 0;
    }
    await db.query("clock seen", SEEN, []);
    if (look.back < LEAST_S) return 0;
    for (const [what, text] of SHORTER) await db.query(`clock set back: ${what}`, text, [look.back]);
    return look.back;
  });
}
