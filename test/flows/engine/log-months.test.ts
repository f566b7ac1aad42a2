import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { LogMonth } from "#domain/privacy/pruning-store";
import { pruner } from "#engine/pruner";
import { uuidv7, type Uuid } from "#lib/ids";
import { readSnapshot } from "#store/backup";
import { messageViewQueries } from "#store/queries/messages/message-view";
import { outboxQueries } from "#store/queries/outbox/outbox";
import { pruningQueries } from "#store/queries/upkeep/pruning";
import { receiptQueries } from "#store/queries/receipts/receipts";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { eventually } from "../../support/engine/engine.ts";
import { testConsentKeys } from "../../support/people/consents.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

/** June 2021 and the month before, both long past. */
const JUNE: LogMonth = { from: Date.UTC(2021, 5, 1), to: Date.UTC(2021, 6, 1) };
const MAY: LogMonth = { from: Date.UTC(2021, 4, 1), to: JUNE.from };
const monthName = ({ from }: LogMonth): string => new Date(from).toISOString().slice(0, 7).replace("-", "_");
const oldTables = async (): Promise<string[]> =>
  (
    await db.pool.query(
      "select inhrelid::regclass::text as name from pg_inherits where inhparent::regclass::text in ('deliveries', 'events') and inhrelid::regclass::text like '%\\_2021\\_%' order by 1",
    )
  ).rows.map((row) => row.name);
const count = async (table: string): Promise<number> =>
  (await db.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;

async function makeMonth(month: LogMonth): Promise<void> {
  const name = monthName(month);
  const id = (millis: number): string => `${uuidv7(millis).slice(0, 13)}-0000-0000-000000000000`;
  const at = (millis: number): string => new Date(millis).toISOString();
  await db.pool.query(`
    create table deliveries_${name} partition of deliveries for values from ('${id(month.from)}') to ('${id(month.to)}');
    create table events_${name} partition of events for values from ('${at(month.from)}') to ('${at(month.to)}');
    insert into outbox_totals (bucket, total, success, failed) values ('${at(month.from)}', 100, 90, 10);
    insert into outbox_deltas (bucket, total, success, failed) values ('${at(month.from)}', 1, 1, 0);`);
}

/** `count` messages with one recipient each, in the middle of the month. */
async function fill(month: LogMonth, messages: number, state = "completed"): Promise<Uuid[]> {
  const ids = Array.from({ length: messages }, (_, n) => uuidv7(month.from + n));
  await db.pool.query(
    `insert into messages (id, state, category, priority, route, body, encoding, segments, valid_until, accepted, rolled_up, created_by)
     select id, $2::message_state, 'transactional', 1, 'default', 'x', 'gsm7', 1, now() - interval '9 months', 1, true, 'test'
     from unnest($1::uuid[]) id`,
    [ids, state],
  );
  await db.pool.query(
    "insert into deliveries (message_id, phone, state, gateway) select id, '+4915112345678', 'sent', 'a' from unnest($1::uuid[]) id",
    [ids],
  );
  await db.pool.query(
    "insert into message_totals (message_id, state, count) select id, 'sent', 1 from unnest($1::uuid[]) id",
    [ids],
  );
  await db.pool.query(
    "insert into events (kind, message_id, at) select 'message.sent', id, $2 from unnest($1::uuid[]) id",
    [ids, new Date(month.from)],
  );
  return ids;
}

beforeEach(async () => {
  for (const name of await oldTables()) await db.pool.query(`drop table ${name}`);
  await db.pool.query(
    "truncate messages, message_totals, retries, chunks, cancellations, fanouts, fanout_leavers, outbox_totals, outbox_deltas",
  );
});

test("a month long past is dropped with its messages, events and counts; a more recent one stays", async () => {
  await makeMonth(MAY);
  await makeMonth(JUNE);
  const [, old] = await fill(MAY, 12_000);
  const [kept] = await fill(JUNE, 10);
  const days = Math.ceil((db.now() - MAY.to) / 86_400_000) - 1;
  const store = pruningQueries(db, testConsentKeys);
  expect(await store.oldMonths(days)).toEqual([MAY]);
  expect(await store.oldMonths(days + 2)).toEqual([]);
  const largest = { removed: 0, steps: 0 };
  for (let after: string | null = ""; after !== null;) {
    const step = await store.pruneMessages(MAY, after, 5_000);
    largest.removed = Math.max(largest.removed, step.removed);
    largest.steps += 1;
    after = step.next;
  }
  expect(largest).toEqual({ removed: 5_000, steps: 3 });
  // In between, readers do not see the message, and none of them gets an error.
  expect(await messageViewQueries(db).find(old!)).toBeNull();
  expect(await outboxQueries(db).read([{ messageId: old!, phone: "+4915112345678" as never }])).toEqual([]);
  expect(await store.dropMonth(MAY)).toBe(true);
  expect(await oldTables()).toEqual(["deliveries_2021_06", "events_2021_06"]);
  expect([await count("messages"), await count("message_totals")]).toEqual([10, 10]);
  expect(await outboxQueries(db).tally(null, null)).toEqual({ total: 101, success: 91, failed: 10 });
  expect(await messageViewQueries(db).find(old!)).toBeNull();
  expect((await messageViewQueries(db).find(kept!))?.state).toBe("completed");
});

describe("a month stays whole as long as", () => {
  const holders: readonly [string, (id: Uuid) => Promise<unknown>][] = [
    [
      "one of its messages is paused",
      (id) => db.pool.query("update messages set state = 'paused' where id = $1", [id]),
    ],
    ["an audience of it is being read", (id) => db.pool.query("insert into fanouts (message_id) values ($1)", [id])],
    [
      "a cancellation goes through it",
      (id) => db.pool.query("insert into cancellations (message_id, verdict) values ($1, 'canceled')", [id]),
    ],
    [
      "a text of it waits to be tried again",
      (id) => db.pool.query("insert into retries values ($1, '+491', 'default', 1, 'infinity')", [id]),
    ],
    [
      "a chunk is its own",
      (id) =>
        db.pool.query("insert into chunks (message_id, route, priority, phones) values ($1, 'default', 1, '{+491}')", [
          id,
        ]),
    ],
    [
      "a chunk that it shares holds one of its texts",
      (id) =>
        db.pool.query(
          "insert into chunks (route, priority, message_ids, phones) values ('default', 1, $1, '{+491,+492}')",
          [[uuidv7(db.now()), id]],
        ),
    ],
  ];

  test.each(holders)("%s", async (_, hold) => {
    await makeMonth(JUNE);
    const [id] = await fill(JUNE, 3);
    const store = pruningQueries(db, testConsentKeys);
    expect(await store.oldMonths(365)).toEqual([JUNE]);
    await hold(id!);
    expect(await store.oldMonths(365)).toEqual([]);
    // It arrived between the check and the drop.
    expect(await store.dropMonth(JUNE)).toBe(false);
    expect(await oldTables()).toHaveLength(2);
    expect(await count("outbox_totals")).toBe(1);
  });
});

test("an open message is never deleted with its month, whenever it was found", async () => {
  await makeMonth(JUNE);
  await fill(JUNE, 3);
  const [open] = await fill(JUNE, 1, "running");
  await pruningQueries(db, testConsentKeys).pruneMessages(JUNE, "", 100);
  expect((await db.pool.query("select id from messages")).rows).toEqual([{ id: open }]);
});

test("a drop yields to readers of the log within a fifth of a second, and is retried", async () => {
  await makeMonth(JUNE);
  await fill(JUNE, 3);
  const reader = await db.pool.connect();
  await reader.query("begin");
  await reader.query("select count(*) from deliveries");
  const drop = pruningQueries(db, testConsentKeys).dropMonth(JUNE);
  // Readers that arrive while it waits are let in when it yields.
  const other = db.pool.query("select count(*) from deliveries");
  expect(await drop).toBe(false);
  await other;
  await reader.query("commit");
  reader.release();
  expect(await pruningQueries(db, testConsentKeys).dropMonth(JUNE)).toBe(true);
  expect(await oldTables()).toEqual([]);
});

test("a backup is consistent: nothing is dropped while one is reading", async () => {
  await makeMonth(JUNE);
  await readSnapshot(db.connection, async () => {
    expect(await pruningQueries(db, testConsentKeys).dropMonth(JUNE)).toBe(false);
    // Nothing is that old, so nothing has to wait, even if midnight passed since the tables were created.
    expect(await pruningQueries(db, testConsentKeys).dropReferences(30)).toBe(true);
  });
  // Its session disconnects a moment later.
  await eventually(() => pruningQueries(db, testConsentKeys).dropMonth(JUNE));
});

test("two nodes that drop the same month at once both finish", async () => {
  await makeMonth(JUNE);
  await fill(JUNE, 3);
  const [one, two] = [pruningQueries(db, testConsentKeys), pruningQueries(db, testConsentKeys)];
  await eventually(async () => (await Promise.all([one.dropMonth(JUNE), two.dropMonth(JUNE)])).every(Boolean));
  expect(await oldTables()).toEqual([]);
});

test("old provider ids are removed day by day; a receipt that no longer matches anything is deferred and harms nothing", async () => {
  await makeMonth(JUNE);
  const [id] = await fill(JUNE, 1);
  await db.pool.query(
    `create table provider_refs_2021_06_01 partition of provider_refs for values from ('2021-06-01') to ('2021-06-02')`,
  );
  await db.pool.query(
    "insert into provider_refs (at, gateway, provider_id, message_id, phone) values ('2021-06-01 12:00', 'a', 'p1', $1, '+4915112345678')",
    [id],
  );
  await db.pool.query(
    "insert into provider_refs (gateway, provider_id, message_id, phone) values ('a', 'p2', $1, '+4915112345678')",
    [id],
  );
  const store = pruningQueries(db, testConsentKeys);
  expect(await store.dropReferences(30)).toBe(true);
  expect(await count("provider_refs")).toBe(1);
  expect(await store.dropMonth(JUNE)).toBe(true);
  const receipts = receiptQueries(db, { stored: () => undefined, hooked: () => undefined });
  await receipts.store("a", [
    { providerId: "p1", state: "delivered" },
    { providerId: "p2", state: "delivered" },
  ]);
  expect((await receipts.apply()).seen).toBe(2);
  expect((await db.pool.query("select tries from receipts")).rows).toEqual([{ tries: 1 }, { tries: 1 }]);
});

test("the pruner does it all by itself, except for an open month, and reports when it could not", async () => {
  await makeMonth(MAY);
  await makeMonth(JUNE);
  await fill(MAY, 7_000);
  const [open] = await fill(JUNE, 20);
  await db.pool.query("update messages set state = 'paused' where id = $1", [open]);
  const logged: string[] = [];
  const workerLoop = pruner(
    pruningQueries(db, testConsentKeys),
    async () => ({ log: 365, inbox: 365, webhookDeliveries: 30, texts: null, consents: null, jobs: 30 }),
    { log: (_, message) => logged.push(message), random: () => 0.5, clock: { now: db.now } },
  );
  workerLoop.start();
  await eventually(async () => (await oldTables()).length === 2);
  await workerLoop.stop();
  expect(await oldTables()).toEqual(["deliveries_2021_06", "events_2021_06"]);
  expect(await count("messages")).toBe(20);
  expect(logged).toEqual([]);
});
