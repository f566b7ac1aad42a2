import { afterEach, beforeEach, expect, test } from "vitest";

import type { LogMonth } from "#domain/privacy/pruning-store";
import { uuidv7, type Uuid } from "#lib/ids";
import { rollUpQueries } from "#store/queries/messages/rollups";
import { outboxQueries } from "#store/queries/outbox/outbox";
import { pruningQueries } from "#store/queries/upkeep/pruning";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { sessionsWaiting } from "../../support/database/locks.ts";
import { eventually } from "../../support/engine/engine.ts";
import { testConsentKeys } from "../../support/people/consents.ts";

// The end of a month while other sessions still count in it. Counts left behind would be reported forever: nothing
// visits that month again.

const JUNE: LogMonth = { from: Date.UTC(2021, 5, 1), to: Date.UTC(2021, 6, 1) };
const BUCKET = "2021-06-01T00:00:00Z";
const ID: Uuid = uuidv7(JUNE.from);
const NOTHING = { total: 0, success: 0, failed: 0 };

let db: TestDatabase;
let prune: ReturnType<typeof pruningQueries>;
let folds: ReturnType<typeof rollUpQueries>;
beforeEach(async () => {
  db = await freshDatabase();
  prune = pruningQueries(db, testConsentKeys);
  folds = rollUpQueries(db, () => "UTC");
  const from = (millis: number): string => `${uuidv7(millis).slice(0, 13)}-0000-0000-000000000000`;
  await db.pool.query(`
    create table deliveries_2021_06 partition of deliveries for values from ('${from(JUNE.from)}') to ('${from(JUNE.to)}');
    create table events_2021_06 partition of events for values from ('2021-06-01Z') to ('2021-07-01Z');
    insert into deliveries (message_id, phone, state) values ('${ID}', '+4915112345678', 'sent');
    insert into messages (id, state, category, priority, route, body, encoding, segments, valid_until, accepted, rolled_up, created_by)
    values ('${ID}', 'completed', 'transactional', 1, 'default', 'x', 'gsm7', 1, now(), 1, true, 'test')`);
});
afterEach(() => db.drop());

const rows = async (text: string, values: unknown[] = []) => (await db.pool.query(text, values)).rows;
const waiting = (sessions = 1) => eventually(async () => (await sessionsWaiting(db.pool)) >= sessions);
const count = (total: number, success: number) =>
  rows("insert into outbox_deltas (bucket, total, success, failed) values ($1, $2, $3, 0)", [BUCKET, total, success]);

/** As its worker loop does, until nothing blocks it. */
async function drop(): Promise<void> {
  while (!(await prune.dropMonth(JUNE)));
}

/** Does the work and commits on demand. */
async function held<T>(work: () => Promise<T>): Promise<() => Promise<T>> {
  const [done, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const whole = db.transaction(async () => {
    const result = await work();
    done.resolve();
    await go.promise;
    return result;
  });
  await done.promise;
  return () => {
    go.resolve();
    return whole;
  };
}

test("a fold that writes the first counts of a month while it is dropped leaves none behind", async () => {
  await count(1, 1);
  const commit = await held(() => folds.fold(100));
  const dropped = drop();
  await waiting();
  expect(await commit()).toBe(1);
  await dropped;
  expect(await outboxQueries(db).tally(null, null)).toEqual(NOTHING);
});

test("a fold that adds to the counts of a month while it is dropped leaves none behind", async () => {
  await rows("insert into outbox_totals values ($1, 5, 5, 0)", [BUCKET]);
  await count(1, 1);
  const commit = await held(() => folds.fold(100));
  const dropped = drop();
  await waiting();
  await commit();
  await dropped;
  expect(await outboxQueries(db).tally(null, null)).toEqual(NOTHING);
});

test("a receipt that is written into a month while it is dropped leaves no count behind", async () => {
  await count(1, 1);
  const commit = await held(async () => {
    await db.query("late", "update deliveries set state = 'undelivered' where message_id = $1", [ID]);
    await db.query("late count", "insert into outbox_deltas (bucket, total, success, failed) values ($1, 0, -1, 1)", [
      BUCKET,
    ]);
    await db.query("late progress", "insert into message_deltas (message_id, state, count) values ($1, 'sent', -1)", [
      ID,
    ]);
  });
  // Both began before the drop was finished.
  await rows("delete from messages");
  const dropped = drop();
  await waiting();
  await commit();
  await dropped;
  while ((await folds.fold(100)) + (await folds.foldProgress(100)) > 0);
  expect(await outboxQueries(db).tally(null, null)).toEqual(NOTHING);
  expect(await rows("select 1 from message_totals")).toEqual([]);
});

test("counts of a message and its end lock in one order, whichever comes first", async () => {
  await rows("insert into message_totals (message_id, state, count) values ($1, 'sent', 1)", [ID]);
  const deltas = "($1, 'delivered', 1), ($1, 'sent', -1), ($1, 'failed', 3)";
  await rows(`insert into message_deltas (message_id, state, count) values ${deltas}`, [ID]);
  const blocker = await db.pool.connect();
  await blocker.query("begin");
  await blocker.query("select 1 from message_totals for update");
  const ended = prune.pruneMessages(JUNE, "", 100);
  await waiting();
  const folded = folds.foldProgress(100);
  await Promise.race([folded, waiting(2)]);
  await blocker.query("commit");
  blocker.release();
  expect(await Promise.all([ended, folded])).toMatchObject([{ removed: 1 }, expect.any(Number)]);
  await drop();
  for (const table of ["message_totals", "message_deltas", "message_departures"])
    expect(await rows(`select 1 from ${table}`), table).toEqual([]);
});

test("a fold continues beside the end of a month, and what it counts elsewhere stays", async () => {
  await rows(
    "insert into outbox_deltas (bucket, total, success, failed) select timestamptz '2021-07-01Z' + n % 9 * interval '15 minutes', 1, 1, 0 from generate_series(1, 9000) n",
  );
  await count(7, 7);
  const folding = (async () => {
    while ((await folds.fold(50)) > 0);
  })();
  await drop();
  await folding;
  expect(await outboxQueries(db).tally(null, null)).toEqual({ total: 9_000, success: 9_000, failed: 0 });
});
