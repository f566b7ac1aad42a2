import { afterAll, beforeAll, expect, test } from "vitest";

import { footerSection } from "#domain/opt-out/footer-settings";
import { optOutSection } from "#domain/opt-out/opt-out-settings";

import { freshDatabase, type TestDatabase } from "../../../../test/support/database/database.ts";
import { settingsQueries } from "./settings.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase({ max: 4 });
});
afterAll(() => db.drop());

/** The settings of a database whose statements are counted. */
function counted() {
  let statements = 0;
  const query: TestDatabase["query"] = (...args) => {
    statements += 1;
    return db.query(...args);
  };
  return { settings: settingsQueries({ ...db, query }), statements: () => statements };
}

test("many calls that read settings at once share a statement, and each gets the section that it reads", async () => {
  await db.pool.query(`insert into settings (name, value) values ('footer', '{"enabled": true}')`);
  const { settings, statements } = counted();
  const read = await Promise.all(
    Array.from({ length: 200 }, () => Promise.all([settings.read(footerSection), settings.read(optOutSection)])),
  );
  expect(statements()).toBe(1);
  for (const pair of read) expect(pair).toEqual([{ ...footerSection.defaults, enabled: true }, optOutSection.defaults]);
});

test("a read that begins after a change sees it, although an earlier read is still under way", async () => {
  const { settings } = counted();
  const locker = await db.pool.connect();
  try {
    await locker.query("begin");
    await locker.query("lock table settings in access exclusive mode");
    const before = settings.read(footerSection);
    await locker.query(`update settings set value = '{"enabled": true, "stop": "ENDE"}' where name = 'footer'`);
    const after = settings.read(footerSection);
    await locker.query("commit");
    await before;
    expect((await after).stop).toBe("ENDE");
  } finally {
    locker.release(true);
  }
});

test("a read that fails fails for those who share it, and not for the next", async () => {
  const { settings } = counted();
  await db.pool.query("alter table settings rename to settings_away");
  const both = await Promise.allSettled([settings.read(footerSection), settings.read(optOutSection)]);
  await db.pool.query("alter table settings_away rename to settings");
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect((await settings.read(optOutSection)).senderName).toBe(optOutSection.defaults.senderName);
});
