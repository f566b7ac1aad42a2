import type { NewMessage } from "#domain/messages/message";
import { withTimeout } from "#lib/with-timeout";
import { QueueFull } from "#lib/group-commit";
import type { Uuid } from "#lib/ids";
import { CommitUnknown, OutcomeUnknown } from "#lib/outcome-unknown";
import { signal } from "#lib/signal";
import { second } from "#lib/time";

import type { Db } from "../../database.ts";
import { deliveriesTable } from "../../partitions.ts";
import { isDuplicateKey, isTransient, outcomeIsUnknown, wasNeverSent } from "../../pg-errors.ts";
import { formOf, parametersOf } from "./accept-parameters.ts";
import { acceptStatement } from "./accept-statement.ts";
import type { Entry } from "./entries.ts";

/**
 * The ids that were not written because their keys were used before; or the recipients that turned out to be
 * suppressed, and then nothing was written.
 */
type Inserted = {
  readonly lost: ReadonlySet<Uuid>;
  readonly stopped: readonly { readonly id: Uuid; readonly phone: string }[];
  /** The answer of an earlier attempt was lost: the server may still be executing it. */
  readonly doubtful?: boolean;
};

/** @param earlier the server may still be executing an earlier attempt with the same ids */
export type Insert = (db: Db, entries: readonly Entry[], earlier: boolean) => Promise<Inserted>;

/** With the pauses between them about two seconds, in which a restarted database is available again. */
const MAX_TRIES = 6;
const FIRST_PAUSE_MS = 5;
/** No new attempt after this: on a connection that drops everything each one takes until its timeout. */
const RETRY_MS = 10 * second;
/**
 * The statement must have begun within this time: with the server's limit of ten seconds, it has ended when its answer
 * is no longer awaited. A statement that a server finds after being suspended writes nothing.
 */
const BEGIN_MS = 2 * second;
/** Timeout of the last lookup of the outcome before the call is answered. */
const LOOK_UP_MS = 3 * second;

/** Outside a transaction: retries after a transient failure. @throws InDoubt if it is unknown what was written */
export async function insertRetried(db: Db, entries: readonly Entry[], earlier: boolean): Promise<Inserted> {
  const since = db.now();
  let doubtful = earlier;
  let sent = earlier;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { ...(await insert(db, entries)), doubtful };
    } catch (error) {
      sent ||= !wasNeverSent(error) && !(error instanceof TooLate);
      // The database's clock may have been set since we last read it.
      if (error instanceof TooLate) await db.syncClock();
      const retryable =
        attempt < MAX_TRIES && db.now() - since < RETRY_MS && (error instanceof TooLate || isTransient(error));
      // The commit may have happened although the answer was lost, or while we retried and met our own row: the ids
      // show it, and either all were written or none. The same applies if this is the last attempt and an earlier one
      // is in doubt: however this one ended, it does not decide.
      if (
        outcomeIsUnknown(error) ||
        ((attempt > 1 || earlier) && isDuplicateKey(error)) ||
        (doubtful && sent && !retryable)
      ) {
        const won = await written(db, entries, retryable).catch((failed: unknown) => {
          throw sent ? new InDoubt(entries, failed) : error;
        });
        const lost = entries.filter(({ id }) => !won.has(id)).map(({ id }) => id);
        if (won.size > 0) return { lost: new Set(lost), stopped: [] };
        doubtful = true;
      }
      // A lookup has shown that nothing was written.
      if (!retryable) throw error instanceof CommitUnknown ? error.cause : error;
      await signal().wait(FIRST_PAUSE_MS * 4 ** (attempt - 1));
    }
  }
}

/** Inside a caller's transaction, which ends with an error and may be tried again. */
export async function insertOnce(db: Db, entries: readonly Entry[]): Promise<Inserted> {
  try {
    return await insert(db, entries);
  } catch (error) {
    if (error instanceof TooLate) await db.syncClock().catch(() => undefined);
    throw error;
  }
}

async function insert(db: Db, entries: readonly Entry[]): Promise<Inserted> {
  if (entries.length === 0) return { lost: new Set(), stopped: [] };
  const { id } = entries[0]!;
  const table = deliveriesTable(id);
  const form = formOf(entries);
  const rows = await db.query<{ id: Uuid | null; phone: string | null }>(
    `accept ${form} ${table}`,
    acceptStatement(table, form),
    parametersOf(entries, form, db.now() + BEGIN_MS),
  );
  const lost = new Set<Uuid>();
  const stopped: { id: Uuid; phone: string }[] = [];
  for (const row of rows) {
    if (row.id === null) throw new TooLate("the database began the statement too late");
    if (row.phone === null) lost.add(row.id);
    else stopped.push({ id: row.id, phone: row.phone });
  }
  return { lost, stopped };
}

/** The ids of the entries that are in the database. */
async function written(db: Db, entries: readonly Entry[], retry: boolean): Promise<ReadonlySet<Uuid>> {
  try {
    const lookUp = db.query<{ id: Uuid }>("written", "select id from messages where id = any($1)", [
      entries.map((entry) => entry.id),
    ]);
    const rows = await withTimeout(lookUp, LOOK_UP_MS);
    return new Set(rows.map((row) => row.id));
  } catch (error) {
    if (retry && isTransient(error)) return new Set();
    throw error;
  }
}

/** By the time the database executed the statement, by its clock, the caller no longer waited: nothing was written. */
class TooLate extends QueueFull {}

/** It is unknown whether these were written: neither an answer nor a lookup arrived. */
export class InDoubt extends Error {
  /** PostgreSQL's code: transaction resolution unknown. */
  readonly code = "08007";
  readonly #ids: ReadonlyMap<NewMessage, Uuid>;

  constructor(entries: readonly Entry[], cause: unknown) {
    super("the accept statement got no answer", { cause });
    this.#ids = new Map(entries.map(({ message, id }) => [message, id]));
  }

  /** The error for one of the calls; a call without an entry was certainly not written. */
  of(message: NewMessage): unknown {
    const id = this.#ids.get(message);
    return id === undefined ? this.cause : new OutcomeUnknown(id, { cause: this.cause });
  }
}
