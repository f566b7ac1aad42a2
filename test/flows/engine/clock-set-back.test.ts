import { afterEach, beforeEach, expect, test } from "vitest";

import { laneOf } from "#domain/messages/message";
import { uuidv7 } from "#lib/ids";
import { minute } from "#lib/time";
import { acceptQueries } from "#store/queries/accept/accept";
import { queueQueries } from "#store/queries/queue/queue";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { numbers, textTo } from "../../support/engine/engine.ts";
import { claimAll } from "../../support/engine/queue-scene.ts";

// A database's clock that is set back by an hour is, for all rows, a clock that was an hour ahead when they were written.

let db: TestDatabase;
let queue: ReturnType<typeof queueQueries>;
beforeEach(async () => {
  db = await freshDatabase();
  queue = queueQueries(db, { webhooks: () => undefined, receipts: () => undefined });
  await queue.sweep();
});
afterEach(() => db.drop());

const rows = async (text: string, values: unknown[] = []) => (await db.pool.query(text, values)).rows;
const accept = (count: number) => acceptQueries(db, laneOf, () => undefined).accept(textTo(numbers(count)));

async function setBack(): Promise<void> {
  await rows("update clock_looks set at = at + interval '1 hour'");
  for (const table of [
    "chunks",
    "retries",
    "receipts",
    "webhook_deliveries",
    "withdrawals",
    "fanouts",
    "erasures",
    "schedules",
  ])
    await rows(`update ${table} set due = due + interval '1 hour' where due is not null`);
  await rows(
    "update gateway_states set paused_at = paused_at + interval '1 hour', paused_until = paused_until + interval '1 hour'",
  );
}

/** Minutes from now, as whole ones. */
const minutes = async (table: string, column = "due", order = column): Promise<(number | null)[]> =>
  (
    await rows(
      `select case when ${column} < 'infinity' then round(extract(epoch from ${column} - now()) / 60)::int end as wait from ${table} order by ${order}`,
    )
  ).map(({ wait }) => wait);

test("what was accepted before is claimed at once, and a lease of before ends soon unless its worker lives", async () => {
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

test("what waits for another try, a receipt, a webhook or a pause waits no longer than it was to, and no shorter", async () => {
  await accept(3);
  await rows(
    "insert into retries (message_id, phone, route, lane, due) select message_id, phone, 'a', 1, now() + (array['2 minutes', '20 minutes', 'infinity'])[row_number() over ()]::interval from deliveries",
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
  const told = async () =>
    Promise.all([
      minutes("retries"),
      minutes("receipts"),
      minutes("webhook_deliveries"),
      minutes("gateway_states", "paused_until"),
    ]);
  const before = await told();
  expect(before).toEqual([[2, 20, null], [360, 720], [1_440], [5]]);
  await queue.sweep();
  expect(await told()).toEqual(before);
  await setBack();
  expect(await told()).not.toEqual(before);
  await queue.sweep();
  expect(await told()).toEqual(before);
});

test("the work of withdrawals, audiences and erasures comes back soon, and schedules stay at their times", async () => {
  await accept(1);
  await rows("insert into withdrawals (message_id, verdict) select id, 'canceled' from messages");
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
  for (const table of ["withdrawals", "fanouts", "erasures"])
    expect(await rows(`select 1 from ${table} where due > now() + interval '31 seconds'`), table).toEqual([]);
  expect(await minutes("schedules")).toEqual([25 * 60]);
});

test("nodes that look at once take it back once, and a clock that goes on takes nothing back", async () => {
  await accept(1);
  await rows(
    "insert into retries (message_id, phone, route, lane, due) select message_id, phone, 'a', 1, now() + interval '3 hours' from deliveries",
  );
  await setBack();
  const other = queueQueries(db, { webhooks: () => undefined, receipts: () => undefined });
  await Promise.all([queue.sweep(), other.sweep(), queue.sweep(), other.sweep()]);
  await Promise.all([queue.sweep(), other.sweep()]);
  expect(await minutes("retries")).toEqual([180]);
});
