import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, expect, onTestFinished, test } from "vitest";

import { restore } from "#app/backup/backup";
import { writeBackup } from "#app/backup/backup-file";
import { readConfig } from "#app/config/config";
import { uuidFloor } from "#lib/ids";
import { loadSnapshot, readSnapshot } from "#store/backup";
import { migrate, migrationFiles } from "#store/migrate";
import { ensurePartitions } from "#store/partitions";

import { dropDatabase, emptyDatabase, openPool } from "../../support/database/database.ts";

const made: { url: string }[] = [];
afterEach(async () => {
  for (const connection of made.splice(0)) await dropDatabase(connection);
});

async function madeDatabase(): Promise<{ url: string }> {
  const connection = await emptyDatabase();
  made.push(connection);
  return connection;
}

/** A database that has the migrations up to this one, and a delivery that is on the wire. */
async function databaseOf(schema: number): Promise<{ url: string }> {
  const connection = await madeDatabase();
  const pool = openPool(connection);
  await migrate(pool, { files: migrationFiles().filter(({ number }) => number <= schema) });
  await ensurePartitions(pool, Date.now());
  await pool.query(
    "insert into deliveries (message_id, phone, state, gateway) values ($1, '+4915100000001', 'sending', 'main')",
    [uuidFloor(Date.now())],
  );
  await pool.end();
  return connection;
}

function copyOf(original: { url: string }, copy: { url: string }): Promise<void> {
  return readSnapshot(original, (shape, rows) => loadSnapshot(copy, shape, rows, Date.now()));
}

test("a backup of the oldest schema that can be restored is, and an upgrade of the copy keeps what it says", async () => {
  const copy = await madeDatabase();
  await copyOf(await databaseOf(36), copy);
  const pool = openPool(copy);
  await migrate(pool);
  const { rows } = await pool.query("select state::text as state, attempt from deliveries");
  expect(rows).toEqual([{ state: "unknown", attempt: 1 }]);
  await pool.end();
});

test("a backup of an older schema is refused with what to do instead, and the database stays empty", async () => {
  const copy = await madeDatabase();
  await expect(copyOf(await databaseOf(35), copy)).rejects.toThrow(
    "The backup has schema 35, and this Tidings restores 36 and later. Restore it with a Tidings of that schema, and start this one on that database: it upgrades the schema.",
  );
  const pool = openPool(copy);
  const { rows } = await pool.query("select relname from pg_class where relnamespace = 'public'::regnamespace");
  expect(rows).toEqual([]);
  await pool.end();
});

test.each([35, 9_999])(
  "the refusal of a file of schema %i comes before an embedded database is created",
  async (schema) => {
    const folder = await mkdtemp(join(tmpdir(), "tidings-schemas-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [file, dataDir] = [join(folder, "a.backup"), join(folder, "data")];
    const rest = { installation: "", at: "2027-06-01T00:00:00Z", tables: [], sequences: {}, partitions: [] };
    const none = async function* (): AsyncGenerator<Buffer> {};
    await writeBackup(file, { tidings_backup: 1, shape: { schema, ...rest }, key: null }, none, AbortSignal.any([]));
    const config = readConfig({ TIDINGS_DATA: dataDir });
    await expect(restore(config, file, () => undefined)).rejects.toThrow(`The backup has schema ${schema}, `);
    expect(existsSync(dataDir)).toBe(false);
  },
);
