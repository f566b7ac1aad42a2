import pg from "pg";

import { second } from "#lib/time";

import { addressOf, type Connection } from "./connection.ts";
import { setUpSession, type SessionSettings } from "./session.ts";

export type PoolOptions = {
  /** Maximum number of sessions. */
  readonly max: number;
  /** Milliseconds after which the server ends a statement. */
  readonly statementMs: number;
  /** Called when a session was opened: on the server itself, or through a pooler. */
  readonly onSession?: (session: { readonly direct: boolean }) => void;
};

/**
 * A named statement keeps the plan of its first runs. Planned while its table was small, it would read the whole table
 * forever after: 169 instead of 108 µs per message with 12,000 messages sent, and growing. A table without an index is
 * still scanned.
 */
const PLANS: SessionSettings = { enable_seqscan: "off", jit: "off" };

// bigint as number: ids and counts stay far below 2^53.
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === 20 ? Number : pg.types.getTypeParser(oid, format as "text")) as pg.CustomTypesConfig["getTypeParser"],
};

/**
 * Milliseconds after which an answer is no longer awaited: by then the server has ended the statement, unless the
 * server itself is suspended or the connection is dead.
 */
const clientTimeoutOf = (statementMs: number): number => Math.min(2 * statementMs, statementMs + 2 * second);

/** Opens the pool of sessions. Killing a client does not stop its query, so every session has its own timeouts. */
export function openPool(connection: Connection, { max, statementMs, onSession }: PoolOptions): pg.Pool {
  const settings: SessionSettings = {
    statement_timeout: statementMs,
    lock_timeout: 5 * second,
    idle_in_transaction_session_timeout: 30 * second,
    client_connection_check_interval: 5 * second,
    timezone: "UTC",
    // A statement that has waited for a lock must see what was committed meanwhile; a server may have another default.
    default_transaction_isolation: "read committed",
    ...PLANS,
  };
  return new pg.Pool({
    ...addressOf(connection),
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    // The server's own timeout cannot arrive over a connection that a firewall dropped silently.
    query_timeout: clientTimeoutOf(statementMs),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types,
    application_name: "tidings",
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, unlike its types
    onConnect: async (client) => {
      const session = await setUpSession(client, settings);
      onSession?.(session);
    },
  });
}
