import { randomBytes } from "node:crypto";

import pg from "pg";
import { inject } from "vitest";

import { openDb } from "./open-db.ts";
import { withDatabase } from "../service/urls.ts";
import type { Connection } from "#store/connection";
import type { Db } from "#store/database";

/** Not dropped yet, of this worker. */
const names = new Set<string>();

export type TestDatabase = Db & { readonly connection: Connection; drop(): Promise<void> };

/** A fresh database with the whole schema, copied from the template that the global set-up created. */
export async function freshDatabase(options: { max?: number } = {}): Promise<TestDatabase> {
  const connection = await createDatabase();
  const db = await openDb(connection, { max: options.max ?? 10 });
  return {
    ...db,
    connection,
    async drop() {
      await db.close();
      await dropDatabase(connection);
    },
  };
}

/** The same without opening a pool, for tests that start whole processes. */
export async function createDatabase(): Promise<{ url: string }> {
  // Half the work of writing the copy to the log, which costs 0.10 s of CPU and would protect only data that is never
  // recovered.
  const name = `t_${randomBytes(6).toString("hex")}`;
  await onServer(`create database ${name} template ${inject("template")} strategy file_copy`);
  names.add(name);
  return { url: withDatabase(inject("postgres"), name) };
}

/** One without any table, as a restore needs it. */
export async function emptyDatabase(): Promise<{ url: string }> {
  const name = `t_${randomBytes(6).toString("hex")}`;
  await onServer(`create database ${name}`);
  names.add(name);
  return { url: withDatabase(inject("postgres"), name) };
}

export async function dropDatabase(connection: Connection): Promise<void> {
  if (!("url" in connection)) return;
  const name = new URL(connection.url.replace("@/", "@localhost/")).pathname.slice(1);
  await onServer(`drop database if exists ${name} with (force)`);
  names.delete(name);
}

/** Tests of whole processes leave their databases behind: 300 would be several gigabytes at the end of a run. */
export async function dropLeftDatabases(): Promise<void> {
  for (const name of names) await dropDatabase({ url: withDatabase(inject("postgres"), name) });
}

/**
 * A few sessions of the test itself. Dropping a database ends sessions that are just disconnecting: that is no error.
 */
export function openPool(connection: { readonly url: string }, max = 3): pg.Pool {
  const pool = new pg.Pool({ connectionString: connection.url, max });
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("error", () => undefined);
  return pool;
}

/**
 * Sessions for creating and dropping databases, which serve all files of a worker: with one of its own for each
 * statement, creating and dropping took PostgreSQL 36 ms of CPU in place of 27.
 */
let server: pg.Pool | null = null;

async function onServer(statement: string): Promise<void> {
  server ??= openPool({ url: inject("postgres") }, 4);
  await server.query(statement);
}
