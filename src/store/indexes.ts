import pg from "pg";

import { deadline } from "#lib/deadline";
import { codeOf, reasonOf } from "#lib/error-text";
import { minute, second } from "#lib/time";

import { addressOf, type Connection } from "./connection.ts";
import { isUnreachable } from "./pg-errors.ts";
import { setUpSession } from "./session.ts";
import { INDEX_LOCK } from "./advisory-locks.ts";

/** An index that only makes reads faster: the service works without it. */
export type LateIndex = {
  readonly name: string;
  /** What follows `on` in its definition. */
  readonly on: string;
  /** The extension of PostgreSQL that has its operators. */
  readonly extension?: string;
  /** An index that is not needed any more once this one exists. */
  readonly replaces?: string;
  /** The consequence of its absence, as a clause for a sentence. */
  readonly without: string;
};

/** Built beside the running service, because that takes long: docs/decisions/0065-counts-and-late-indexes.md. */
export const lateIndexes: readonly LateIndex[] = [
  {
    name: "memberships_person",
    // Whether a subscriber has a membership in some state is answered by an index-only scan.
    on: "memberships (subscriber_id, state)",
    replaces: "memberships_subscriber",
    without: "lists of subscribers by state read every membership",
  },
  {
    name: "subscribers_parts",
    // Expressions, which `part-fragment.ts` repeats. Columns would match `phone = ...` too: before the first statistics
    // of a table the planner takes this index for that, at 4 ms a number where the unique one needs 0.01.
    on: "subscribers using gin ((name || '') gin_trgm_ops, (phone || '') gin_trgm_ops)",
    extension: "pg_trgm",
    replaces: "subscribers_search",
    without: "a search for part of a name or number reads every subscriber",
  },
];

/** The outcome for one index. `busy`: another process builds indexes. `impossible`: not by this role on this server. */
export type IndexOutcome = {
  readonly index: LateIndex;
  readonly outcome: "present" | "built" | "busy" | "impossible" | "failed";
  /** Why it was not built. */
  readonly reason: string | null;
};

type Queries = Pick<pg.Pool, "query">;

/** Waiting for transactions that began earlier, such as a backup. Meanwhile the table's schema cannot be changed. */
const LOCK_MS = 10 * minute;
const CANCEL_MS = second;

const STATE = `
select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relname = any($1)`;

/**
 * Those that are missing, or unusable because building them was interrupted; those that replace one that still exists.
 */
export async function missingIndexes(
  db: Queries,
  indexes: readonly LateIndex[] = lateIndexes,
): Promise<readonly LateIndex[]> {
  const names = indexes.flatMap(({ name, replaces }) => (replaces === undefined ? [name] : [name, replaces]));
  const { rows } = await db.query<{ name: string; valid: boolean }>(STATE, [names]);
  const found = new Map(rows.map(({ name, valid }) => [name, valid]));
  return indexes.filter(({ name, replaces }) => found.get(name) !== true || (replaces && found.has(replaces)));
}

/** Whether the server has the extension, created in this database or not. */
export async function hasExtension(db: Queries, name: string): Promise<boolean> {
  return (await db.query("select from pg_available_extensions where name = $1", [name])).rowCount !== 0;
}

/** With fewer subscribers, a missing index makes no noticeable difference. */
const NOTICED_FROM = 50_000;

/** Whether there are enough subscribers for a missing index to matter. */
export async function areIndexesNoticed(db: Queries): Promise<boolean> {
  const counted = "select count(*) = $1 as enough from (select from subscribers limit $1) as found";
  return (await db.query<{ enough: boolean }>(counted, [NOTICED_FROM])).rows[0]!.enough;
}

/**
 * Builds missing indexes concurrently with reads and writes, on a separate session. Does not throw if an index cannot
 * be built, or if the role lacks the rights.
 *
 * @param stopping ends the statement in progress; what it leaves is removed by the next call
 * @throws if the database cannot be reached, or on `stopping`
 */
export async function buildIndexes(
  connection: Connection,
  stopping: AbortSignal,
  indexes: readonly LateIndex[] = lateIndexes,
): Promise<readonly IndexOutcome[]> {
  stopping.throwIfAborted();
  const client = openClient(connection);
  let process: number | null = null;
  const cancel = (): void => void endStatement(connection, client, process);
  stopping.addEventListener("abort", cancel);
  try {
    await client.connect();
    await setUpSession(client, {
      statement_timeout: 0,
      lock_timeout: LOCK_MS,
      client_connection_check_interval: second,
    });
    const { rows } = await client.query<{ pid: number; got: boolean }>(
      "select pg_backend_pid() as pid, pg_try_advisory_lock($1) as got",
      [INDEX_LOCK],
    );
    process = rows[0]!.pid;
    if (!rows[0]!.got) {
      const missing = await missingIndexes(client, indexes);
      return indexes.map((index) =>
        missing.includes(index)
          ? { index, outcome: "busy", reason: "another process is building indexes" }
          : { index, outcome: "present", reason: null },
      );
    }
    const outcomes: IndexOutcome[] = [];
    for (const index of indexes) {
      stopping.throwIfAborted();
      outcomes.push(await build(client, index, stopping));
    }
    await client.query("select pg_advisory_unlock($1)", [INDEX_LOCK]);
    return outcomes;
  } finally {
    stopping.removeEventListener("abort", cancel);
    void client.end().catch(() => undefined);
  }
}

async function build(client: pg.Client, index: LateIndex, stopping: AbortSignal): Promise<IndexOutcome> {
  const { name, on, extension, replaces } = index;
  const failed = (outcome: "impossible" | "failed", error: unknown): IndexOutcome => {
    stopping.throwIfAborted();
    // Class 53: a full disk, for one. The session goes on.
    if (isUnreachable(error) && !codeOf(error).startsWith("53")) throw error;
    return { index, outcome, reason: reasonOf(error) };
  };
  try {
    const { rows } = await client.query<{ valid: boolean }>(STATE, [[name]]);
    const isPresent = rows[0]?.valid === true;
    if (!isPresent && extension !== undefined) {
      try {
        await useExtension(client, extension);
      } catch (error) {
        // Not installed, not permitted, not on the list of a managed server: codes differ.
        return failed("impossible", error);
      }
    }
    stopping.throwIfAborted();
    if (!isPresent) {
      if (rows.length > 0) await client.query(`drop index concurrently ${name}`);
      await client.query(`create index concurrently ${name} on ${on}`);
    }
    if (replaces !== undefined) await client.query(`drop index concurrently if exists ${replaces}`);
    return { index, outcome: isPresent ? "present" : "built", reason: null };
  } catch (error) {
    return failed(codeOf(error) === "42501" ? "impossible" : "failed", error);
  }
}

/** Creates the extension if it is missing, and finds the schema of its operators. */
async function useExtension(client: pg.Client, extension: string): Promise<void> {
  const find = `select set_config('search_path', current_setting('search_path') || ', ' || quote_ident(nspname), false)
    from pg_extension e join pg_namespace n on n.oid = e.extnamespace where extname = $1`;
  if ((await client.query(find, [extension])).rowCount !== 0) return;
  await client.query(`create extension if not exists ${extension}`);
}

function openClient(connection: Connection): pg.Client {
  const client = new pg.Client({
    ...addressOf(connection),
    application_name: "tidings indexes",
    connectionTimeoutMillis: 5 * second,
    keepAlive: true,
  });
  client.on("error", () => undefined);
  return client;
}

/**
 * Asks the server to cancel the statement. If the request fails, the server cancels it once it notices that the session
 * ended.
 */
async function endStatement(connection: Connection, building: pg.Client, process: number | null): Promise<void> {
  const cut = (): void => {
    // `pg` has this property but its types do not declare it.
    (building as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  };
  const limit = deadline(CANCEL_MS, cut, { ref: false });
  building.once("end", limit.end);
  const client = openClient(connection);
  try {
    await client.connect();
    await client.query("select pg_cancel_backend($1)", [process]);
  } catch {
    cut();
  } finally {
    void client.end().catch(() => undefined);
  }
}
