import type pg from "pg";

/** The address of PostgreSQL: a URL, or the socket of the embedded server. */
export type Connection =
  | { readonly url: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
      readonly password?: string;
    };

/** A connection as `pg` expects it. */
export function addressOf(connection: Connection): pg.ClientConfig {
  if ("url" in connection) return { connectionString: connection.url };
  const { host, port, user, database, password } = connection;
  return { host, port, user, database, ...(password !== undefined && { password }) };
}
