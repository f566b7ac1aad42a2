import { AsyncLocalStorage } from "node:async_hooks";

import type pg from "pg";

import type { UnitOfWork } from "#domain/unit-of-work";
import { CommitUnknown } from "#lib/outcome-unknown";
import { signal } from "#lib/signal";
import { second } from "#lib/time";

import type { Connection } from "./connection.ts";
import { gotNoAnswer, hasStalePlan, isUnreachable, outcomeIsUnknown } from "./pg-errors.ts";
import { openPool, type PoolOptions } from "./pool.ts";
import { indicatesPooler } from "./pooler.ts";

/** Statements run in the caller's surrounding transaction, or on a pooled session if there is none. */
export type Db = UnitOfWork & {
  /**
   * A prepared statement, planned once per session. Its name is unique in the code, with the name of a partition last.
   */
  query<Row extends pg.QueryResultRow>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
  /** A statement composed at run time, planned for these values. */
  unnamed<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]>;
  /** Calls `done` once the surrounding transaction is committed, or at once if there is none. */
  afterCommit(done: () => void): void;
  /** Milliseconds since 1970 by the database's clock, which decides whenever nodes must agree. */
  now(): number;
  /** Refreshes the offset between this node's clock and the database's. */
  syncClock(): Promise<void>;
  readonly pool: pg.Pool;
  close(): Promise<void>;
};

const CLOSE_MS = 3 * second;

const BEGIN = "begin";
/** The write-ahead log is one sequence: a later commit that waits for the disk flushes this one, too. */
const BEGIN_UNFLUSHED = "begin; set local synchronous_commit = off";

/** The first answer may wait for a connection; the fastest of three is close enough. */
const CLOCK_SAMPLES = 3;

/**
 * Opens the database.
 *
 * @param options.monotonic milliseconds of a clock that never jumps
 * @param options.onPooled called when a session is shared with other clients: what was prepared on it is gone, or belongs
 *   to another client
 */
export function openDatabase(
  connection: Connection,
  options: PoolOptions & {
    readonly monotonic: () => number;
    readonly onError: (error: Error) => void;
    readonly onPooled?: () => void;
  },
): Db {
  const pool = openPool(connection, options);
  let closing = false;
  // The server may end sessions that are already closing.
  pool.on("error", (error) => closing || options.onError(error));
  // A session that ends while a transaction holds it emits an event; without a listener, Node ends the process.
  pool.on("connect", (client) => client.on("error", () => undefined));

  type Unit = { readonly client: pg.PoolClient; readonly done: (() => void)[]; over: boolean };
  const unit = new AsyncLocalStorage<Unit | undefined>();
  let distance = 0;

  async function run(query: pg.QueryConfig): Promise<never> {
    const open = unit.getStore();
    // A statement that outlived its transaction must not run in the session's next one, nor outside any.
    if (open?.over) throw new Error("The transaction of this statement is over.");
    try {
      return (await (open?.client ?? pool).query(query)).rows as never;
    } catch (error) {
      // Within a transaction nothing can follow it.
      if (!open && hasStalePlan(error)) return run({ text: query.text, values: query.values ?? [] });
      if (indicatesPooler(error)) options.onPooled?.();
      // Outside a transaction, a statement commits by itself.
      throw !open && gotNoAnswer(error) && WRITES.test(query.text) ? new CommitUnknown(error as Error) : error;
    }
  }

  async function transaction<T>(work: () => Promise<T>, begin = BEGIN): Promise<T> {
    if (unit.getStore()) return work();
    const client = await pool.connect();
    const own: Unit = { client, done: [], over: false };
    let spoiled = false;
    let result: T;
    try {
      await client.query(begin);
      result = await unit.run(own, work);
      own.over = true;
      const { command } = await client.query("commit").catch(unanswered);
      // After a failed statement the server rolls back instead, and reports no error.
      if (command !== "COMMIT") throw new Error("The transaction was rolled back: a statement in it had failed.");
    } catch (error) {
      own.over = true;
      // A session that no longer answers must not be given to the next caller; ending it also ends the transaction.
      spoiled = isUnreachable(error) || !(await rolledBack(client));
      throw error;
    } finally {
      client.release(spoiled);
    }
    for (const call of own.done) call();
    return result;
  }

  return {
    pool,
    query: (name, text, values) => run({ name, text, values: values as unknown[] }),
    unnamed: (text, values) => run({ text, values: values as unknown[] }),
    transaction: (work) => transaction(work),
    async ownTransaction(work) {
      if (unit.getStore()) throw new Error("This needs a transaction of its own, and runs within another one.");
      return transaction(work);
    },
    beside: (work) => unit.run(undefined, () => transaction(work, BEGIN_UNFLUSHED)),
    freeSessions: () => options.max - (pool.totalCount - pool.idleCount) - pool.waitingCount,
    inTransaction: () => unit.getStore() !== undefined,
    afterCommit(call) {
      const open = unit.getStore();
      if (open) open.done.push(call);
      else call();
    },
    now: () => Math.floor(options.monotonic() + distance),
    async syncClock() {
      let nearest = -Infinity;
      for (let sample = 0; sample < CLOCK_SAMPLES; sample += 1) {
        const { rows } = await pool.query<{ now: string }>(
          "select extract(epoch from clock_timestamp()) * 1000 as now",
        );
        // Assumes that the answer took no time: the estimate is behind by at most the return trip, so no id is ever
        // ahead of its rows.
        nearest = Math.max(nearest, Number(rows[0]!.now) - options.monotonic());
      }
      distance = nearest;
    },
    async close() {
      closing = true;
      // A session that never answers must not keep the process alive.
      const ended = signal();
      void pool.end().then(ended.notify, ended.notify);
      await ended.wait(CLOSE_MS);
    },
  };
}

/** Whether a statement may change rows. A `for update` that locks them is none. */
const WRITES = /\binsert\s+into\b|\bdelete\s+from\b|\bupdate\s+\S+\s+(?:(?:as\s+)?\w+\s+)?set\b/i;

/** @throws CommitUnknown unless the error shows that the transaction was rolled back */
function unanswered(error: Error): never {
  throw outcomeIsUnknown(error) ? new CommitUnknown(error) : error;
}

const rolledBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query("rollback").then(
    () => true,
    () => false,
  );
