import { connect } from "node:net";
import { join } from "node:path";

import pg from "pg";

import { superuser } from "./cluster.ts";

/** Where a server answers and, on Windows, with which password. */
export type Address = { readonly host: string; readonly port: number; readonly password?: string | undefined };

/** Runs `work` on one superuser session. */
async function asSuperuser<T>(at: Address, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    host: at.host,
    port: at.port,
    user: superuser,
    password: at.password,
    database: "postgres",
    connectionTimeoutMillis: 10_000,
  });
  // A session that the server ends between two statements must not end our process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The settings mark and version of a running server. */
export async function identify(at: Address): Promise<{ mark: string; version: string; folder: string }> {
  return asSuperuser(at, async (client) => {
    const { rows } = await client.query<{ mark: string | null; version: string; folder: string }>(
      `select current_setting('tidings.mark', true) as mark, split_part(current_setting('server_version'), ' ', 1) as version,
              current_setting('data_directory') as folder`,
    );
    const { mark, version, folder } = rows[0]!;
    return { mark: mark ?? "", version, folder };
  });
}

/**
 * Creates the role and database `tidings` if they are missing. The role is no superuser, as on a managed server; but it
 * may create databases, because backups are verified by restoring them.
 */
export async function ensureDatabase(at: Address): Promise<void> {
  await asSuperuser(at, async (client) => {
    if ((await client.query("select 1 from pg_roles where rolname = 'tidings'")).rowCount === 0) {
      const secret = at.password ? ` password ${pg.escapeLiteral(at.password)}` : "";
      await client.query(`create role tidings login createdb${secret}`);
    }
    await client.query("grant pg_monitor, pg_checkpoint, pg_signal_backend to tidings");
    if ((await client.query("select 1 from pg_database where datname = 'tidings'")).rowCount === 0)
      await client.query("create database tidings owner tidings");
  });
}

/** Whether a process listens on this socket, in whatever container it may be. */
export async function answers(host: string, port: number): Promise<boolean> {
  if (host === "") return false;
  return new Promise((resolve) => {
    const socket = connect({ path: join(host, `.s.PGSQL.${port}`) });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
