import { connect } from "node:net";
import { join } from "node:path";

import pg from "pg";

import { superuser } from "./cluster.ts";
import { EMBEDDED_CLIENT } from "./client-settings.ts";

/** Where a server answers and, on Windows, with which password. */
export type Address = { readonly host: string; readonly port: number; readonly password?: string | undefined };

/** Runs `work` on one superuser session. */
async function asSuperuser<T>(at: Address, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    ...EMBEDDED_CLIENT,
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

export type Identity = { readonly mark: string; readonly version: string; readonly folder: string };

/** The settings mark and version of a running server. */
export const identify = (at: Address): Promise<Identity> => asSuperuser(at, identityOf);

async function identityOf(client: pg.Client): Promise<Identity> {
  const { rows } = await client.query<{ mark: string | null; version: string; folder: string }>(
    `select current_setting('tidings.mark', true) as mark, split_part(current_setting('server_version'), ' ', 1) as version,
            current_setting('data_directory') as folder`,
  );
  const { mark, version, folder } = rows[0]!;
  return { mark: mark ?? "", version, folder };
}

const GRANTED = ["pg_monitor", "pg_checkpoint", "pg_signal_backend"];

const FOUND = `
select exists(select from pg_roles where rolname = 'tidings') as role,
  exists(select from pg_database where datname = 'tidings') as database,
  (select count(distinct m.roleid) from pg_auth_members m
    where m.member = to_regrole('tidings') and m.roleid in (select oid from pg_roles where rolname = any($1))
  ) >= cardinality($1) as granted`;

/**
 * Creates the role and database `tidings` if they are missing. The role is no superuser, as on a managed server; but it
 * may create databases, because backups are verified by restoring them.
 */
export function ensureDatabase(at: Address): Promise<Identity> {
  return asSuperuser(at, async (client) => {
    const { rows } = await client.query<{ role: boolean; granted: boolean; database: boolean }>(FOUND, [GRANTED]);
    const found = rows[0]!;
    if (!found.role) {
      const secret = at.password ? ` password ${pg.escapeLiteral(at.password)}` : "";
      await client.query(`create role tidings login createdb${secret}`);
    }
    // Granting it again would be a commit, and a flush, of each start.
    if (!found.granted) await client.query(`grant ${GRANTED.join(", ")} to tidings`);
    if (!found.database) await client.query("create database tidings owner tidings");
    return identityOf(client);
  });
}

/** Whether a process listens on this socket, in this container or another one. */
export async function answers(host: string, port: number): Promise<boolean> {
  if (host === "") return false;
  return new Promise((resolve) => {
    const socket = connect({ path: join(host, `.s.PGSQL.${port}`) });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
