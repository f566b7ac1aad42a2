import { afterAll, beforeAll, expect, test } from "vitest";

import { priceSection } from "#domain/credit/prices";
import { lowCreditSection, spendingSection } from "#domain/spending/spending-settings";
import { readTogether } from "#domain/settings/cached-read";
import { settingsQueries } from "#store/queries/settings/settings";
import type { Db } from "#store/database";

import { freshDatabase, type TestDatabase } from "../support/database/database.ts";

const SECTIONS = [spendingSection, priceSection, lowCreditSection] as const;

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  await db.pool.query(
    `insert into settings (name, value) values ('low_credit', '{"stopBelow": "5"}'), ('spending', '{"perDay": "10"}')`,
  );
});
afterAll(() => db.drop());

/** The database, and the statements that it executed. */
function counted(): { readonly db: Db; readonly asked: string[] } {
  const asked: string[] = [];
  const query: Db["query"] = (name, text, values) => {
    asked.push(name);
    return db.query(name, text, values);
  };
  return { db: { ...db, query }, asked };
}

test("sections that are read together share a statement, and each has its own value", async () => {
  const { db: watched, asked } = counted();
  const { read } = settingsQueries(watched);
  const [spending, prices, lowCredit] = await readTogether(read, db, SECTIONS);
  expect(asked).toEqual(["read settings"]);
  expect(lowCredit).toEqual({ ...lowCreditSection.defaults, stopBelow: "5" });
  expect(prices).toEqual(priceSection.defaults);
  expect(spending).toEqual(await read(spendingSection));
});

test("in a transaction each is read in its turn and shows what was written in it, while others read what is committed", async () => {
  const { db: watched, asked } = counted();
  const { read, write } = settingsQueries(watched);
  const written = Promise.withResolvers<void>();
  const looked = Promise.withResolvers<void>();
  const within = db.transaction(async () => {
    await write({ section: "low_credit", by: "test", before: {}, after: { stopBelow: "7" } });
    const values = readTogether(read, db, SECTIONS);
    written.resolve();
    await looked.promise;
    return (await values)[2].stopBelow;
  });
  await written.promise;
  expect((await read(lowCreditSection)).stopBelow).toBe("5");
  looked.resolve();
  expect(await within).toBe("7");
  expect(asked.filter((name) => name === "read settings")).toHaveLength(4);
  expect((await read(lowCreditSection)).stopBelow).toBe("7");
});
