import type { AcceptCall, AcceptFailure, AcceptResult } from "#domain/messages/message-store";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { isDataError, isUnavailable } from "../../pg-errors.ts";
import { InDoubt, insertRetried, type Insert } from "./accept-insert.ts";
import { entriesOf, hasNoRecipient, type Entry } from "./entries.ts";
import { earlierRuns } from "./idempotency.ts";

/** What became of a call. */
export type Outcome = AcceptResult | AcceptFailure;

/** Writes calls that are accepted together. Each result is at the place of its call. */
export type AcceptWrites = {
  /** All of them or none: rejects if they could not be written. */
  write(calls: readonly AcceptCall[], by: Insert): Promise<readonly AcceptResult[]>;
  /** Outside a transaction: data that PostgreSQL rejects fails its own call only. Rejects if none could be written. */
  writeEach(calls: readonly AcceptCall[]): Promise<readonly Outcome[]>;
};

const NOBODY: ReadonlySet<string> = new Set();

/**
 * @param unread called with an error that fails no call: an earlier reply could not be read, and its caller has to
 *   repeat the call. Not if the database is unavailable, which is logged elsewhere.
 */
export function acceptWrites(db: Db, unread: (error: unknown) => void): AcceptWrites {
  /**
   * A batch that PostgreSQL rejects because of one row's data is written again one by one: the other calls must not
   * fail.
   */
  async function writeEach(calls: readonly AcceptCall[]): Promise<readonly Outcome[]> {
    try {
      return await write(calls, insertRetried);
    } catch (error) {
      if (error instanceof InDoubt) return calls.map(({ message }) => ({ kind: "failed", error: error.of(message) }));
      if (!isDataError(error) || calls.length === 1) throw error;
      const results: Outcome[] = [];
      for (const call of calls) {
        const alone = write([call], insertRetried).catch((failed: unknown) => [
          { kind: "failed" as const, error: failed instanceof InDoubt ? failed.of(call.message) : failed },
        ]);
        results.push((await alone)[0]!);
      }
      return results;
    }
  }

  /** Writes the calls; once more if some of their numbers turned out to be suppressed. */
  async function write(calls: readonly AcceptCall[], by: Insert): Promise<readonly AcceptResult[]> {
    const suppressed = calls.map((): ReadonlySet<string> => NOBODY);
    let ids: readonly Uuid[] = [];
    for (;;) {
      const entries = entriesOf(calls, suppressed, ids, db.now());
      const {
        lost,
        stopped,
        doubtful = false,
      } = await by(
        db,
        entries.filter((entry) => !hasNoRecipient(entry)),
        ids.length > 0,
      );
      if (stopped.length === 0) return resultsOf(entries, lost);
      // With new ids it would be written twice if the server is still executing an earlier attempt.
      if (doubtful) ids = entries.map(({ id }) => id);
      const found = Map.groupBy(stopped, ({ id }) => id);
      entries.forEach(({ id }, index) => {
        const more = found.get(id);
        if (more) suppressed[index] = new Set([...suppressed[index]!, ...more.map(({ phone }) => phone)]);
      });
    }
  }

  async function resultsOf(entries: readonly Entry[], lost: ReadonlySet<Uuid>): Promise<readonly AcceptResult[]> {
    // A key that lost inserted nothing; the winner's reply needs a second statement, with a snapshot that sees it.
    const losers = entries.filter(({ id }) => lost.has(id));
    const found = earlierRuns(
      db,
      losers.map(({ idempotent }) => idempotent!),
    );
    // The statement is committed: the calls that it wrote are accepted, whatever becomes of this lookup. The others
    // have a key, and are to be repeated with it.
    const runs = db.inTransaction() ? await found : await found.catch(unreadable);
    const earlier = new Map(losers.map(({ id }, index) => [id, runs[index] ?? { kind: "in_flight" as const }]));
    return entries.map((entry): AcceptResult => {
      const run = earlier.get(entry.id);
      if (run) return run;
      return hasNoRecipient(entry)
        ? { kind: "no_recipients", suppressed: entry.suppressed.length }
        : { kind: "accepted", message: entry.accepted };
    });
  }

  function unreadable(error: unknown): [] {
    if (!isUnavailable(error)) unread(error);
    return [];
  }

  return { write, writeEach };
}
