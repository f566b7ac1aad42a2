import { afterEach, beforeEach, expect, test } from "vitest";

import { consentSection } from "#domain/consent/consent-settings";
import { migrate, migrationFiles } from "#store/migrate";
import { ensurePartitions } from "#store/partitions";
import { acceptQueries } from "#store/queries/accept/accept";
import { settingsQueries } from "#store/queries/settings/settings";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { numbers, textTo } from "../../support/engine/engine.ts";

// The rule for marketing without a record, after an upgrade from a release whose default was a warning.

const files = migrationFiles();
const before = files.filter(({ number }) => number < 84);

let db: TestDatabase;
beforeEach(async () => {
  db = await freshDatabase();
  await db.pool.query("drop schema public cascade; create schema public");
  await migrate(db.pool, { files: before });
  await ensurePartitions(db.pool, Date.now());
});
afterEach(() => db.drop());

const sendOne = () => acceptQueries(db, () => undefined).accept(textTo(numbers(1)));
const settings = () => settingsQueries(db);
const rule = async () => (await settings().read(consentSection)).requireRecord;

test("an installation that has sent messages keeps its warning, and the list of changes says since when and by what", async () => {
  await sendOne();
  await migrate(db.pool);
  expect(await rule()).toBe("warn");
  const [change] = await settings().changes({ section: "consent", before: null, limit: 1 });
  expect(change).toMatchObject({ by: "upgrade", before: {}, after: { requireRecord: "warn" } });
});

test("an earlier choice stays, and so do other values of the section", async () => {
  await sendOne();
  await db.pool.query(`insert into settings (name, value) values ('consent', '{"recordAddress": false}')`);
  await migrate(db.pool);
  expect(await settings().read(consentSection)).toEqual({ requireRecord: "warn", recordAddress: false });
});

test("a choice to refuse stays a refusal", async () => {
  await sendOne();
  await db.pool.query(`insert into settings (name, value) values ('consent', '{"requireRecord": "enforce"}')`);
  await migrate(db.pool);
  expect(await rule()).toBe("enforce");
  expect(await settings().changes({ section: "consent", before: null, limit: 1 })).toEqual([]);
});

test("an installation that has sent nothing yet refuses", async () => {
  await migrate(db.pool);
  expect(await rule()).toBe("enforce");
  expect((await db.pool.query("select 1 from settings where name = 'consent'")).rowCount).toBe(0);
});
