import type pg from "pg";

import { ensurePartitions } from "#store/partitions";

import { thousands } from "../lib/report.ts";
import { fillPeople } from "./fill-people.ts";
import { fillRollUps } from "./fill-roll-ups.ts";
import { fillTraffic } from "./fill-traffic.ts";

export type Filled = { readonly people: number; readonly entries: number };

const MONTHS = 12;
const DAY_MS = 86_400_000;
/** The entries that belong to campaigns; each of the others is a message to one person. */
const CAMPAIGN_SHARE = 0.8;
const CAMPAIGN_PEOPLE = 2_000;

/**
 * Adds people and a year of history, set-based: what sending and importing would have left, without their time. The
 * sums of the messages and of the log are exact; the statistics have the right number of rows.
 */
export async function fillDatabase(pool: pg.Pool, { people, entries }: Filled, say: (line: string) => void) {
  const now = Date.now();
  for (let month = 0; month <= MONTHS; month += 1) await ensurePartitions(pool, now - month * 30 * DAY_MS);
  const client = await pool.connect();
  try {
    // No acknowledgement depends on these writes; the sorts of a month fit into memory.
    await client.query("set synchronous_commit = off");
    await client.query("set work_mem = '512MB'");
    await client.query("set maintenance_work_mem = '1GB'");
    await fillPeople(client, people);
    say(`${thousands(people)} people made`);
    await makePlan(client, { people, entries });
    const { rows: months } = await client.query<{ month: string }>(
      "select to_char(at, 'YYYY_MM') as month from fixture group by 1 order by 1",
    );
    for (const { month } of months) {
      await fillMonth(client, month, people);
      say(`the log of ${month.replace("_", "-")} made`);
    }
    await fillRollUps(client);
    await fillTraffic(client, people);
    say("everything else made");
    await client.query("drop table fixture");
    await client.query("vacuum analyze");
  } finally {
    client.release();
  }
}

/** The messages to be written: when, to how many, and where in the row of all people they begin. */
async function makePlan(client: pg.PoolClient, { people, entries }: Filled): Promise<void> {
  const campaigns = Math.round((entries * CAMPAIGN_SHARE) / CAMPAIGN_PEOPLE);
  const singles = entries - campaigns * CAMPAIGN_PEOPLE;
  // The time of a UUIDv7 is its first 48 bits; the rest only has to differ.
  await client.query(
    `create table fixture as
     select n, size, (n::bigint * 7919) % $4::bigint as first, at,
       (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || '8' || lpad(to_hex(n), 15, '0'))::uuid as id
     from (
       select n, case when n % $3::int = 0 then $2::int else 1 end as size,
         now() - interval '1 hour' - interval '360 days' * (1 - n / ($1::int)::float8) as at
       from generate_series(0, $1::int - 1) n
     ) plan order by n`,
    [campaigns + singles, CAMPAIGN_PEOPLE, Math.max(1, Math.floor((campaigns + singles) / campaigns)), people],
  );
  await client.query("create index on fixture (at)");
  await client.query("analyze fixture");
}

/** The outcome of the nth text of a message. */
const OUTCOME = `(case when k % 50 = 7 then 'undelivered' when k % 97 = 3 then 'failed' when k % 499 = 11 then 'unknown'
  when k % 40 = 1 then 'sent' else 'delivered' end)::delivery_state`;

async function fillMonth(client: pg.PoolClient, month: string, people: number): Promise<void> {
  const own = `to_char(at, 'YYYY_MM') = '${month}'`;
  await client.query(
    `insert into messages (id, state, category, priority, route, sender, body, encoding, segments, valid_until, audience,
       rolled_up, matched, accepted, created_by, first_sent_at, finished_at)
     select id, 'completed', case when size > 1 then 'marketing' else 'transactional' end, case when size > 1 then 2 else 1 end,
       'default', case when n % 3 = 0 then 'Library' end,
       case when size > 1 then 'News of week ' || n || ': doors open at seven, reply STOP to leave'
         else 'Your order ' || n || ' is on its way' end,
       'gsm7', 1, at + interval '3 days', case when size > 1 then '{"roles": [], "users": [], "groups": [1], "customers": false}'::jsonb end,
       size > 1, size, size, 'bench', at, at + interval '1 minute'
     from fixture where ${own} order by id`,
  );
  await client.query(
    `insert into deliveries_${month} (message_id, phone, state, attempt, gateway, segments, marked_at, sent_at, delivered_at, failure)
     select id, phone, state, 1, case when k % 3 = 0 then 'second' else 'sandbox' end, 1, sent_at, case when state <> 'failed' then sent_at end,
       case when state = 'delivered' then sent_at + interval '4 seconds' end,
       case state when 'undelivered' then 'absent_subscriber' when 'failed' then 'invalid_number' end
     from (
       select f.id, '+4915' || (100000000 + (f.first + k) % $1::bigint) as phone, ${OUTCOME.replaceAll("k %", "(k + f.n) %")} as state, k,
         f.at + interval '1 second' + k * interval '3 milliseconds' as sent_at
       from fixture f cross join lateral generate_series(0, f.size - 1) k where ${own.replace("at", "f.at")}
     ) made order by id, phone`,
    [people],
  );
  // Not into the month's partition by name: events of the month's last seconds belong to the next one.
  await client.query(
    `insert into events (at, kind, message_id, phone, data)
     select at, kind, message_id, phone, data from (
       select sent_at as at, 'message.sent' as kind, message_id, phone, ${happened("'sent'")} as data from deliveries_${month}
       where sent_at is not null and gateway is not null
       union all
       select coalesce(delivered_at, marked_at + interval '2 seconds'), case when state in ('delivered', 'unknown') then 'message.' || state else 'message.failed' end,
         message_id, phone, ${happened("state")}
       from deliveries_${month} where state not in ('sent', 'queued', 'held', 'sending', 'suppressed', 'expired')
     ) happened order by at`,
  );
}

const happened = (state: string): string => `jsonb_build_object('id', id, 'state', ${state}, 'gateway', gateway,
  'segments', segments, 'error', failure, 'response', response)`;
