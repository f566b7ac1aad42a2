import type pg from "pg";

import { OWN_SERVER } from "./embedded/own-server.ts";
import type { EmbeddedConnection } from "./embedded/types.ts";

/** The address of PostgreSQL: a URL, or the socket of the embedded server. */
export type Connection = { readonly url: string } | EmbeddedConnection;

/** A connection as `pg` expects it. */
export function addressOf(connection: Connection): pg.ClientConfig {
  if ("url" in connection) return { connectionString: connection.url };
  const { host, port, user, database, password } = connection;
  return { ...OWN_SERVER, host, port, user, database, ...(password !== undefined && { password }) };
}
