import { readdir, readFile } from "node:fs/promises";

import type pg from "pg";

const FOLDER = new URL("./migrations/", import.meta.url);
/** One number for every Tidings process, so that two starting nodes do not migrate at once. */
const MIGRATION_LOCK = 7_319_402;

export type MigrationState = {
  /** Newest migration in the database, 0 where it is empty. */
  readonly current: number;
  /** Newest migration this code carries. */
  readonly newest: number;
};

/** The migrations this code carries, in order: `0001-foundation.sql` has number 1. */
export async function migrationFiles(): Promise<{ number: number; name: string; sql: string }[]> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({
      number: Number(name.slice(0, 4)),
      name,
      sql: await readFile(new URL(name, FOLDER), "utf8"),
    })),
  );
}

/**
 * Brings the schema forward, each file in a transaction of its own. A database that is newer than this code
 * is left alone: an old node beside a new one goes on working, it never migrates.
 */
export async function migrate(pool: pg.Pool): Promise<MigrationState> {
  const files = await migrationFiles();
  const newest = files.at(-1)?.number ?? 0;
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query(
      "create table if not exists schema_migrations (number integer primary key, name text not null, at timestamptz not null default now())",
    );
    const { rows } = await client.query<{ number: number }>(
      "select coalesce(max(number), 0) as number from schema_migrations",
    );
    let current = rows[0]!.number;
    for (const file of files) {
      if (file.number <= current) continue;
      await client.query("begin");
      try {
        await client.query(file.sql);
        await client.query("insert into schema_migrations (number, name) values ($1, $2)", [file.number, file.name]);
        await client.query("commit");
      } catch (error) {
        await client.query("rollback");
        throw new Error(`migration ${file.name} failed: ${(error as Error).message}`, { cause: error });
      }
      current = file.number;
    }
    return { current, newest };
  } finally {
    await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}
