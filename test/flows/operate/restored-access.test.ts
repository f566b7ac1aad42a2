import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { backUp, restore } from "#app/backup/backup";
import { readConfig } from "#app/config/config";

import { dropDatabase, emptyDatabase, openPool } from "../../support/database/database.ts";
import { startTestService } from "../../support/service/test-service.ts";

const key = { TIDINGS_SECRET_KEY: "k".repeat(40) };

test("a restore ends sessions, sign-ins under way and setup links: they may have been used or revoked since the backup", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tidings-restored-access-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const original = await startTestService(key, { workerLoops: false });
  onTestFinished(() => original.end());
  const copy = await emptyDatabase();
  onTestFinished(() => dropDatabase(copy));
  const { pool } = original;
  await pool.query(
    "insert into sessions (hash, user_id, expires_at) select '\\x01', id, now() + interval '1 hour' from users",
  );
  await pool.query("insert into sign_in_challenges select '\\x03', id, 'hash', now() + interval '1 hour' from users");
  await pool.query("insert into passkey_challenges values ('\\x06', null, now() + interval '1 hour')");
  const tables = ["sessions", "setup_links", "sign_in_challenges", "passkey_challenges"];
  const counts = async (database: typeof pool): Promise<number[]> => {
    const found = await Promise.all(tables.map((name) => database.query(`select count(*)::int as n from ${name}`)));
    return found.map(({ rows }) => rows[0].n as number);
  };
  expect(await counts(pool)).toEqual([1, 1, 1, 1]);

  const configOf = (url: string) => readConfig({ ...key, DATABASE_URL: url, TIDINGS_DATA: join(folder, "data") });
  await backUp(configOf(original.url), join(folder, "a.backup"), { withKey: false }, () => undefined);
  await restore(configOf(copy.url), join(folder, "a.backup"), () => undefined);
  const restored = openPool(copy);
  onTestFinished(() => restored.end());
  expect(await counts(restored)).toEqual([0, 0, 0, 0]);
  expect((await restored.query("select from application_passwords")).rowCount).toBe(1);
});
