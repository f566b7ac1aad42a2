import pg from "pg";

import { reasonOf } from "#lib/error-text";

import { EMBEDDED_CLIENT } from "./embedded/client-settings.ts";
import type { EmbeddedConnection } from "./embedded/types.ts";

/** The address of PostgreSQL: a URL, or the socket of the embedded server. */
export type Connection = { readonly url: string } | EmbeddedConnection;

/** A connection as `pg` expects it. */
export function addressOf(connection: Connection): pg.ClientConfig {
  if ("url" in connection) return { connectionString: withVerifiedTls(connection.url) };
  const { host, port, user, database, password } = connection;
  return { ...EMBEDDED_CLIENT, host, port, user, database, ...(password !== undefined && { password }) };
}

/** Why the URL cannot be read, or a file that it names; null: it can. */
export function urlIssue(url: string): string | null {
  try {
    void new pg.Client(addressOf({ url }));
    return null;
  } catch (error) {
    const unreadable = error instanceof URIError || (error as NodeJS.ErrnoException).code === "ERR_INVALID_URL";
    if (!unreadable) return `cannot be used: ${reasonOf(error)}`;
    return "is not a URL: write special characters of user name and password percent-encoded (/ as %2F, # as %23, ? as %3F, % as %25)";
  }
}

/** `pg` takes three weaker modes for this one, and prints a warning that its next version will not. */
function withVerifiedTls(url: string): string {
  if (/[?&]uselibpqcompat=true(&|$)/.test(url)) return url;
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, "$1verify-full");
}
