import { afterEach, beforeEach, expect, test } from "vitest";

import type { Claim } from "#domain/deliveries/queue";
import { uuidv7 } from "#lib/ids";
import { minute } from "#lib/time";
import { acceptQueries } from "#store/queries/accept/accept";
import { queueQueries } from "#store/queries/queue/queue";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { sessionsWaiting } from "../../support/database/locks.ts";
import { eventually, numbers, textTo } from "../../support/engine/engine.ts";
import { claimAll } from "../../support/engine/queue-fixture.ts";

// When a database's clock is set back by an hour, every row looks as if it had been written by a clock that was an hour
// ahead.

let db: TestDatabase;
let queue: ReturnType<typeof queueQueries>;
beforeEach(async () => {
  db = await freshDatabase();
  queue = queueQueries(db, { webhooks: () => undefined, receipts: () => undefined });
  await queue.sweep();
});
afterEach(() => db.drop());

const rows = async (text: string, values: unknown[] = []) => (await db.pool.query(text, values)).rows;
const accept = (count: number) => acceptQueries(db, () => undefined).accept(textTo(numbers(count)));

async function setBack(): Promise<void> {
  await rows("update clock_looks set at = at + interval '1 hour'");
  for (const table of [
    "chunks",
    "retries",
    "receipts",
    "webhook_deliveries",
    "cancellations",
    "fanouts",
    "erasures",
    "schedules",
  ])
    await rows(`update ${table} set due = due + interval '1 hour' where due is not null`);
  await rows(
    "update gateway_states set paused_at = paused_at + interval '1 hour', paused_until = paused_until + interval '1 hour'",
  );
}

/** Whole minutes from now. */
const minutes = async (table: string, column = "due"): Promise<(number | null)[]> =>
  (
    await rows(
      `select case when ${column} < 'infinity' then round(extract(epoch from ${column} - now()) / 60)::int end as wait from ${table} order by ${column}`,
    )
  ).map(({ wait }) => wait);

test("a message that was accepted before the change is claimed at once, and an older lease ends soon unless its worker is alive", async () => {
  await accept(2);
  await accept(3);
  const [first] = await queue.claim({ ...claimAll, limit: 1, leaseMs: 15_000 });
  await setBack();
  expect(await queue.claim(claimAll)).toEqual([]);
  await queue.sweep();
  expect((await queue.claim(claimAll)).map(({ chunk }) => chunk.keys.length)).toEqual([3]);
  const [held] = await rows(
    "select due > now() + interval '15 seconds' as holds, due < now() + interval '1 minute' as ends, token from chunks where id = $1",
    [first!.chunk.id],
  );
  expect(held).toEqual({ holds: true, ends: true, token: first!.chunk.token });
  const keys = first!.chunk.keys;
  expect(await queue.mark([{ chunk: first!.chunk, keys, prolong: true }], "main", minute)).toHaveLength(2);
});

test("what waits for another try, a receipt, a webhook or a pause waits exactly as long as planned", async () => {
  await accept(3);
  await rows(
    "insert into retries (message_id, phone, route, priority, due) select message_id, phone, 'a', 1, (array[now() + interval '2 minutes', now() + interval '20 minutes', 'infinity'])[row_number() over ()] from deliveries",
  );
  await rows(
    "insert into receipts (gateway, provider_id, state, due) select 'a', 'x', 'sent', now() + n * interval '6 hours' from generate_series(1, 2) n",
  );
  await rows("insert into webhooks (url, types, secret) values ('https://example.org', '{new_sms}', 'x')");
  await rows(
    "insert into webhook_deliveries (webhook_id, event_id, kind, due) select id, 1, 'new_sms', now() + interval '24 hours' from webhooks",
  );
  await rows(
    "insert into gateway_states (name, pause_code, paused_at, paused_until) values ('a', 'x', now() - interval '10 minutes', now() + interval '5 minutes')",
  );
  const reported = async () =>
    Promise.all([
      minutes("retries"),
      minutes("receipts"),
      minutes("webhook_deliveries"),
      minutes("gateway_states", "paused_until"),
    ]);
  const before = await reported();
  expect(before).toEqual([[2, 20, null], [360, 720], [1_440], [5]]);
  await queue.sweep();
  expect(await reported()).toEqual(before);
  await setBack();
  expect(await reported()).not.toEqual(before);
  await queue.sweep();
  expect(await reported()).toEqual(before);
});

test("the work of cancellations, audiences and erasures resumes soon, and schedules keep their times", async () => {
  await accept(1);
  await rows("insert into cancellations (message_id, verdict) select id, 'canceled' from messages");
  await rows("insert into fanouts (message_id) select id from messages");
  await rows("insert into erasures (id, phone, requested_by) values ($1, '+4915112345678', 'test')", [
    uuidv7(db.now()),
  ]);
  await rows(
    `insert into schedules (id, state, message, zone, start_at, start_wall, next_run, due, if_late, late_after, created_by)
     values ($1, 'active', '{}', 'UTC', now(), '', now() + interval '1 day', now() + interval '1 day', 'skip', 900, 'test')`,
    [uuidv7(db.now())],
  );
  await setBack();
  await queue.sweep();
  for (const table of ["cancellations", "fanouts", "erasures"])
    expect(await rows(`select 1 from ${table} where due > now() + interval '31 seconds'`), table).toEqual([]);
  expect(await minutes("schedules")).toEqual([25 * 60]);
});

test("nodes that check at once set the times back once, and a clock that runs normally changes nothing", async () => {
  await accept(1);
  await rows(
    "insert into retries (message_id, phone, route, priority, due) select message_id, phone, 'a', 1, now() + interval '3 hours' from deliveries",
  );
  await setBack();
  const other = queueQueries(db, { webhooks: () => undefined, receipts: () => undefined });
  await Promise.all([queue.sweep(), other.sweep(), queue.sweep(), other.sweep()]);
  await Promise.all([queue.sweep(), other.sweep()]);
  expect(await minutes("retries")).toEqual([180]);
});

test("many waiting rows are shortened page by page, each once, even when several nodes check at once", async () => {
  await rows(`
    insert into retries (message_id, phone, route, priority, due)
    select ('00000000-0000-7000-8000-00000000000' || n % 2)::uuid, '+4915' || n, 'a', 1, now() + interval '30 minutes'
    from generate_series(1, 5001) n`);
  await rows(
    "insert into receipts (gateway, provider_id, state, due) select 'a', n::text, 'sent', now() + interval '30 minutes' from generate_series(1, 4000) n",
  );
  await setBack();
  const other = queueQueries(db, { webhooks: () => undefined, receipts: () => undefined });
  await Promise.all([queue.sweep(), other.sweep()]);
  const waits = "select round(extract(epoch from due - now()) / 60)::int as wait, count(*)::int from";
  expect(await rows(`${waits} retries group by 1`)).toEqual([{ wait: 30, count: 5_001 }]);
  expect(await rows(`${waits} receipts group by 1`)).toEqual([{ wait: 30, count: 4_000 }]);
});

test("whatever delays the correction, no lease is locked meanwhile: marks continue", async () => {
  await accept(2);
  const [held] = await queue.claim({ ...claimAll, leaseMs: 15_000 });
  await rows(
    "insert into gateway_states (name, pause_code, paused_at, paused_until) values ('a', 'x', now(), now() + interval '5 minutes')",
  );
  await setBack();
  const operator = await db.pool.connect();
  await operator.query("begin");
  await operator.query("select 1 from gateway_states for update");
  const swept = queue.sweep();
  await eventually(async () => (await sessionsWaiting(db.pool)) > 0);
  const { chunk } = held!;
  expect(await queue.mark([{ chunk, keys: chunk.keys, prolong: true }], "main", minute)).toHaveLength(2);
  await operator.query("commit");
  operator.release();
  await swept;
  expect(await minutes("gateway_states", "paused_until")).toEqual([5]);
});

test("leases are corrected again if a node died before finishing, and what waits is corrected once", async () => {
  await accept(2);
  await queue.claim({ ...claimAll, leaseMs: 15_000 });
  await rows(
    "insert into retries (message_id, phone, route, priority, due) select message_id, phone, 'a', 1, now() + interval '20 minutes' from deliveries limit 1",
  );
  await setBack();
  const operator = await db.pool.connect();
  await operator.query("begin");
  await operator.query("select 1 from clock_looks for update");
  // Its session ends while it waits for its turn: nothing records that anyone checked.
  const swept = queue.sweep().catch((error: unknown) => error);
  const waiting = "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await eventually(async () => (await rows(waiting)).length > 0);
  await rows(`select pg_terminate_backend(pid) from (${waiting}) w`);
  expect(await swept).toBeInstanceOf(Error);
  await operator.query("commit");
  operator.release();
  await queue.sweep();
  expect(await minutes("retries")).toEqual([20]);
  expect(await rows("select 1 from chunks where due > now() + interval '31 seconds'")).toEqual([]);
});

test("a webhook attempt that was leased since then keeps its minute: its sender may be working on it", async () => {
  await rows("insert into webhooks (url, types, secret) values ('https://example.org', '{new_sms}', 'x')");
  await rows(
    "insert into webhook_deliveries (webhook_id, event_id, kind, due, token) select id, 1, 'new_sms', now(), 1 from webhooks",
  );
  await setBack();
  await rows("update webhook_deliveries set due = now() + interval '1 minute'");
  await queue.sweep();
  expect(await rows("select 1 from webhook_deliveries where due > now() + interval '45 seconds'")).toHaveLength(1);
});

test("a clock that is a few seconds behind, as a standby's may be, changes nothing", async () => {
  await accept(1);
  await rows(
    "insert into retries (message_id, phone, route, priority, due) select message_id, phone, 'a', 1, now() + interval '10 minutes' from deliveries",
  );
  const before = await rows("select due from retries");
  await rows("update clock_looks set at = clock_timestamp() + interval '25 seconds'");
  await queue.sweep();
  expect(await rows("select due from retries")).toEqual(before);
  // This check sets the present: what comes next is compared with it.
  expect(await rows("select 1 from clock_looks where at <= clock_timestamp()")).toHaveLength(1);
});

test("a clock that was a year ahead for a while leaves nothing waiting for a year", async () => {
  await accept(2);
  await rows(
    "insert into retries (message_id, phone, route, priority, due) select message_id, phone, 'a', 1, now() + interval '1 year 1 hour' from deliveries limit 1",
  );
  await rows("update chunks set due = now() + interval '1 year', token = 1");
  await rows("update clock_looks set at = at + interval '1 year'");
  await queue.sweep();
  expect(await minutes("retries")).toEqual([60]);
  expect(await rows("select 1 from chunks where due > now() + interval '31 seconds'")).toEqual([]);
});

test("what is held, entered in a form or part of an incoming message does not wait for a time that is a year ahead", async () => {
  const held = "insert into holds (message_id, phone, route, priority, due, reason) values";
  await rows(`${held} (gen_random_uuid(), '+491', 'a', 2, now() + interval '1 year', 'quiet_hours')`);
  await rows(`${held} (gen_random_uuid(), '+492', 'a', 2, 'infinity', 'spending')`);
  await rows(
    "insert into form_requests (slug, version, phone, name, group_ids, custom_fields, due) values ('news', 1, '+493', '', '{}', '{}', now() + interval '1 year 5 minutes')",
  );
  const part = (at: string) =>
    `(decode(md5('${at}'), 'hex'), 1, 2, 'a', 'i', '+494', '1', 'STOP', now() + interval '${at}')`;
  await rows(
    `insert into inbound_parts (message, part, parts, gateway, identity, sender, recipient, body, received_at) values ${part("1 year")}, ${part("-1 minute")}`,
  );
  await rows("update clock_looks set at = at + interval '1 year'");
  await queue.sweep();
  expect(await minutes("holds")).toEqual([0, null]);
  expect(await minutes("form_requests")).toEqual([5]);
  expect(await minutes("inbound_parts", "received_at")).toEqual([-1, 0]);
});

test("a doubt dated in the future has an unknown age: its gateway may no longer merge a repeat", async () => {
  await accept(2);
  const [{ chunk }] = (await queue.claim(claimAll)) as [Claim];
  await rows(
    "update deliveries set bound_to = 'main', doubted_at = now() + (array['-1 minute', '30 minutes'])[row]::interval from (select id as nth, row_number() over (order by phone)::int as row from deliveries) d where nth = id",
  );
  const marked = await queue.mark([{ chunk, keys: chunk.keys, prolong: true }], "main", minute);
  const doubts = marked.toSorted((a, b) => (a.phone < b.phone ? -1 : 1)).map(({ doubtSince }) => doubtSince);
  const [{ now }] = (await rows("select extract(epoch from now())::float8 * 1000 as now")) as [{ now: number }];
  expect((now - doubts[0]!) / minute).toBeCloseTo(1, 0);
  expect(doubts[1]).toBe(0);
});
