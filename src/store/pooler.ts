import pg from "pg";

import { codeOf } from "#lib/error-text";
import { second } from "#lib/time";

import { addressOf, type Connection } from "./connection.ts";
import { isUnreachable } from "./pg-errors.ts";
import { processIdOf } from "./session.ts";

/** What to do about a pooler that Tidings cannot work behind. */
export const POOLER_REMEDY =
  "DATABASE_URL leads to a connection pooler that lends a session for one transaction only (PgBouncer: pool_mode = transaction or statement), and Tidings needs sessions of its own: give it the database's direct address, or a pool in session mode.";

/** The database is reached through a pooler that lends no whole sessions; the message says what to do. */
export class TransactionPooler extends Error {
  override readonly name = "TransactionPooler";

  constructor(options?: ErrorOptions) {
    super(POOLER_REMEDY, options);
  }
}

const ANSWER_MS = 5 * second;
/** Sessions kept open beside the first one, in transactions, until it has to move. */
const HOLDERS = 4;

/**
 * Rejects a pooler that lends a session for a transaction or a statement.
 *
 * A session repeatedly queries which process serves it, while others hold a transaction open. On a dedicated server the
 * answer stays the same; a pool that lends round-robin changes it at once, and one that lends the most recently
 * returned session gives the first holder the process that the session just had.
 *
 * @throws TransactionPooler; Error if the pool is too small
 */
export async function refuseTransactionPooler(connection: Connection): Promise<void> {
  const open: pg.Client[] = [];
  const session = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      ...addressOf(connection),
      application_name: "tidings",
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    client.on("error", () => undefined);
    open.push(client);
    await client.connect();
    return client;
  };
  try {
    const first = await session();
    const process = await processOf(first);
    const holders = process === processIdOf(first) ? 1 : HOLDERS;
    for (let held = 0; held < holders; held += 1) {
      const taken = await hold(await session());
      if (taken === process || (await processOf(first)) !== process) throw new TransactionPooler();
    }
  } finally {
    for (const client of open) void client.end().catch(() => undefined);
  }
}

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]!.pid;
}

/** Opens a transaction and returns the process that serves it. */
async function hold(client: pg.Client): Promise<number> {
  try {
    await client.query("begin");
    return await processOf(client);
  } catch (error) {
    // A pool that lends statements: PgBouncer answers 08P01 and ends the session.
    if (codeOf(error) === "08P01") throw new TransactionPooler({ cause: error });
    if (!isUnreachable(error) || !/timeout/i.test((error as Error).message)) throw error;
    throw new Error(
      `The pooler at DATABASE_URL does not lend ${HOLDERS + 1} sessions at once: its pool (PgBouncer: default_pool_size) must have TIDINGS_DATABASE_SESSIONS and one more for each node.`,
      { cause: error },
    );
  }
}

/** A statement that this session prepared is missing, or an unknown one exists: a pooler lends us sessions. */
export function indicatesPooler(error: unknown): boolean {
  return /^(26000|42P05)$/.test(codeOf(error));
}
