import { readFileSync } from "node:fs";

import { afterAll, beforeAll, expect, test } from "vitest";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

const migration = readFileSync(new URL("../../../src/store/migrations/0070-own-texts.sql", import.meta.url), "utf8");
/** The values that the migration names: `'{…}'` or `'…'` behind `=`. */
const earlier = [...migration.matchAll(/= '((?:\{\n)?[^']{20,})'/g)].map(([, text]) => text!);

async function migrated(name: string, value: object): Promise<unknown> {
  await db.pool.query("delete from settings where name = $1", [name]);
  await db.pool.query("insert into settings (name, value) values ($1, $2)", [name, JSON.stringify(value)]);
  await db.pool.query(migration);
  return (await db.pool.query("select value from settings where name = $1", [name])).rows[0].value;
}

test("texts that were stored as they came are removed, and nothing else", async () => {
  const [code, otp, confirm, footer] = earlier as [string, string, string, string];
  expect(earlier).toHaveLength(4);
  expect(await migrated("newsletter", { codeText: code, doubleOptIn: false })).toEqual({ doubleOptIn: false });
  expect(await migrated("one_time_passwords", { texts: JSON.parse(otp) })).toEqual({});
  expect(await migrated("opt_out", { confirmText: JSON.parse(confirm), confirm: true })).toEqual({ confirm: true });
  expect(await migrated("footer", { texts: JSON.parse(footer), enabled: true })).toEqual({ enabled: true });
});

test("texts of the operator stay, even if one word or one language is all that they changed", async () => {
  const [, otp] = earlier as [string, string];
  for (const [name, value] of [
    ["newsletter", { codeText: "Your code: {{code}}" }],
    ["one_time_passwords", { texts: { ...JSON.parse(otp), sv: "{{code}}" } }],
    ["footer", { texts: { default: "{{stop}}" } }],
  ] as const)
    expect(await migrated(name, value)).toEqual(value);
});
