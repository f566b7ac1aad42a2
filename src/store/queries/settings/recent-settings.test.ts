import { afterAll, beforeAll, expect, test } from "vitest";

import { cachedRead } from "#domain/settings/cached-read";
import { spendingSection } from "#domain/spending/spending-settings";

import { freshDatabase, type TestDatabase } from "../../../../test/support/database/database.ts";
import { settingsQueries } from "./settings.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase({ max: 2 });
});
afterAll(() => db.drop());

const LOCK = "select pg_advisory_xact_lock(1)";

test("a transaction reads the rules while every other session waits for it, and others wait to read them", async () => {
  const rules = cachedRead(() => settingsQueries(db).read(spendingSection), {
    clock: db,
    inTransaction: db.inTransaction,
  });
  const [locked, occupied, queued] = [0, 1, 2].map(() => Promise.withResolvers<void>()) as [Gate, Gate, Gate];
  const first = db.transaction(async () => {
    await db.query("first lock", LOCK, []);
    locked.resolve();
    await queued.promise;
    return rules();
  });
  await locked.promise;
  const second = db.transaction(async () => {
    occupied.resolve();
    await db.query("second lock", LOCK, []);
  });
  await occupied.promise;
  // Both sessions are taken: this one waits until a transaction ends.
  const outside = rules();
  queued.resolve();
  const read = await first;
  await second;
  expect(await outside).toEqual(read);
});

test("others do not use a change that a transaction has not committed", async () => {
  const rules = cachedRead(() => settingsQueries(db).read(spendingSection), {
    clock: db,
    inTransaction: db.inTransaction,
  });
  const change = db.transaction(async () => {
    await db.query("change", "insert into settings (name, value) values ($1, $2)", [
      spendingSection.name,
      { perDay: "5" },
    ]);
    expect(await rules()).toMatchObject({ perDay: "5" });
    throw new Error("never committed");
  });
  await expect(change).rejects.toThrow("never committed");
  expect(await rules()).toEqual(spendingSection.defaults);
});

type Gate = PromiseWithResolvers<void>;
