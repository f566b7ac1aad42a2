import { priorityOf, type Accepted, type NewMessage } from "#domain/messages/message";
import type { AcceptResult, IdempotentReply, MessageStore } from "#domain/messages/message-store";
import { answerWithin } from "#lib/answer-within";
import { groupCommit, QueueFull } from "#lib/group-commit";
import { uuidv7, type Uuid } from "#lib/ids";
import { OutcomeUnknown } from "#lib/outcome-unknown";
import { signal } from "#lib/signal";
import { second } from "#lib/time";

import type { Db } from "../../database.ts";
import { deliveriesTable } from "../../partitions.ts";
import { isDataError, isDuplicateKey, isTransient, outcomeIsUnknown, wasNeverSent } from "../../pg-errors.ts";
import { earlierRuns } from "./idempotency.ts";
import { isPrepared, parametersOf, personalParametersOf, type Entry } from "./accept-parameters.ts";
import { acceptStatement, personalStatement } from "./accept-statement.ts";

type Call = { readonly message: NewMessage; readonly idempotent?: IdempotentReply };

/** The failure of one call of a batch while the others were written. */
type Failed = { readonly kind: "failed"; readonly error: unknown };

/**
 * The ids that were not written because their keys were used before; or the recipients that turned out to be suppressed,
 * and then nothing was written.
 */
type Inserted = {
  readonly lost: ReadonlySet<Uuid>;
  readonly stopped: readonly { readonly id: Uuid; readonly phone: string }[];
  /** The answer of an earlier attempt was lost: the server may still be executing it. */
  readonly doubtful?: boolean;
};

/** With the pauses between them about two seconds, in which a restarted database is available again. */
const MAX_TRIES = 6;
const FIRST_PAUSE_MS = 5;
/** No new attempt after this: on a connection that drops everything each one takes until its time-out. */
const PATIENCE_MS = 10 * second;
/**
 * The statement must have begun within this time: with the server's limit of ten seconds, it has ended when its answer
 * is no longer awaited. A statement that a server finds after being suspended writes nothing.
 */
const BEGIN_MS = 2 * second;
/** Time-out of the last look-up of the outcome before the call is answered. */
const LOOK_UP_MS = 3 * second;
/** Calls waiting behind a flush that takes this long are refused: nothing of them was written. */
const LONGEST_WAIT_MS = 5 * second;
/**
 * 50 calls to one number each. A flush costs 0.4 ms besides its rows: with 50 connections, one flush that waits for all
 * of them did 10,061-11,325 per second at 107-119 µs of CPU; two in parallel from 20 calls on did 6,424-10,632 at
 * 117-126 µs.
 */
const WORTHWHILE = 100;
/**
 * Ten of the largest flushes: 2.5 s of work at 80,000 numbers per second, and about 40 MB that wait while the database
 * stalls.
 */
const MAX_QUEUED = 200_000;

/**
 * The accept path: a message, its deliveries and its place in the queue in one statement, and everything that arrived
 * meanwhile in the next one.
 *
 * @param woken called once rows are committed, with their priorities; `resolving`: there is an audience to resolve
 */
export function acceptQueries(
  db: Db,
  woken: (resolving: boolean, priorities: readonly number[]) => void,
): MessageStore {
  const flushing = new Set<string>();

  const committed = groupCommit<Call, AcceptResult | Failed>({
    maxBatch: 500,
    maxInFlight: 2,
    weigh: (call) => 1 + call.message.phones.length,
    maxWeight: 20_000,
    worthwhile: WORTHWHILE,
    maxQueued: MAX_QUEUED,
    longest: { ms: LONGEST_WAIT_MS, now: db.now },
    flush: async (calls) => {
      const results = await flush(calls);
      notify(calls.map(({ message }) => message));
      return results;
    },
  });

  function notify(messages: readonly NewMessage[]): void {
    const priorities = new Set(messages.map(({ category }) => priorityOf[category]));
    woken(
      messages.some(({ audience }) => audience !== null),
      [...priorities],
    );
  }

  /**
   * A batch that PostgreSQL rejects because of one row's data is written again one by one: the other calls must not
   * fail.
   */
  async function flush(calls: readonly Call[]): Promise<readonly (AcceptResult | Failed)[]> {
    try {
      return await write(calls, insertRetried);
    } catch (error) {
      if (error instanceof InDoubt) return calls.map(({ message }) => ({ kind: "failed", error: error.of(message) }));
      if (!isDataError(error) || calls.length === 1) throw error;
      const results: (AcceptResult | Failed)[] = [];
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
  async function write(calls: readonly Call[], by: typeof insertRetried): Promise<readonly AcceptResult[]> {
    const suppressed = calls.map(() => new Set<string>());
    let ids: readonly Uuid[] = [];
    for (;;) {
      const entries = prepare(calls, suppressed, ids);
      const {
        lost,
        stopped,
        doubtful = false,
      } = await by(
        entries.filter((entry) => !isNobody(entry)),
        ids.length > 0,
      );
      if (stopped.length === 0) return resultsOf(entries, lost);
      // With new ids it would be written twice if the server is still executing an earlier attempt.
      if (doubtful) ids = entries.map(({ id }) => id);
      const placeOf = new Map(entries.map(({ id }, index) => [id, index]));
      for (const { id, phone } of stopped) suppressed[placeOf.get(id)!]!.add(phone);
    }
  }

  /** @param suppressed of each call */
  function prepare(
    calls: readonly Call[],
    suppressed: readonly ReadonlySet<string>[],
    ids: readonly Uuid[],
  ): readonly Entry[] {
    const now = db.now();
    return calls.map(({ message, idempotent }, index) => {
      const id = ids[index] ?? uuidv7(now);
      const list = suppressed[index]!;
      const blocked = list.size === 0 || isPrepared(message) ? [] : message.phones.filter((phone) => list.has(phone));
      const accepted = countsOf(id, message, blocked.length);
      return {
        id,
        message,
        suppressed: blocked,
        accepted,
        ...(idempotent && { idempotent, reply: idempotent.reply(accepted) }),
      };
    });
  }

  /** @param earlier the server may still be executing an earlier attempt with the same ids */
  async function insertRetried(entries: readonly Entry[], earlier = false): Promise<Inserted> {
    const since = db.now();
    let doubtful = earlier;
    let sent = earlier;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return { ...(await insert(entries)), doubtful };
      } catch (error) {
        sent ||= !wasNeverSent(error) && !(error instanceof TooLate);
        // The database's clock may have been set since we last read it.
        if (error instanceof TooLate) await db.syncClock();
        const retryable =
          attempt < MAX_TRIES && db.now() - since < PATIENCE_MS && (error instanceof TooLate || isTransient(error));
        // The commit may have happened although the answer was lost, or while we retried and met our own row: the ids
        // show it, and either all were written or none. The same applies if this is the last attempt and an earlier one
        // is in doubt: however this one ended, it does not decide.
        if (
          outcomeIsUnknown(error) ||
          ((attempt > 1 || earlier) && isDuplicateKey(error)) ||
          (doubtful && sent && !retryable)
        ) {
          const won = await written(entries, retryable).catch((failed: unknown) => {
            throw sent ? new InDoubt(entries, failed) : error;
          });
          const lost = entries.filter(({ id }) => !won.has(id)).map(({ id }) => id);
          if (won.size > 0) return { lost: new Set(lost), stopped: [] };
          doubtful = true;
        }
        if (!retryable) throw error;
        await signal().wait(FIRST_PAUSE_MS * 4 ** (attempt - 1));
      }
    }
  }

  /** Inside a caller's transaction, which ends with an error and may be tried again. */
  async function insertOnce(entries: readonly Entry[]): Promise<Inserted> {
    try {
      return await insert(entries);
    } catch (error) {
      if (error instanceof TooLate) await db.syncClock().catch(() => undefined);
      throw error;
    }
  }

  async function insert(entries: readonly Entry[]): Promise<Inserted> {
    if (entries.length === 0) return { lost: new Set(), stopped: [] };
    const { id } = entries[0]!;
    const table = deliveriesTable(id);
    const values = parametersOf(entries, db.now() + BEGIN_MS);
    // Personal messages take a statement of their own: the usual one writes two columns less.
    const isPersonal = entries.some(({ message }) => message.content.personal);
    const rows = await db.query<{ id: Uuid | null; phone: string | null }>(
      isPersonal ? `accept personal ${table}` : `accept ${table}`,
      isPersonal ? personalStatement(table) : acceptStatement(table),
      isPersonal ? [...values, ...personalParametersOf(entries)] : values,
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

  async function written(entries: readonly Entry[], retry: boolean): Promise<ReadonlySet<Uuid>> {
    try {
      const lookUp = db.query<{ id: Uuid }>("written", "select id from messages where id = any($1)", [
        entries.map((entry) => entry.id),
      ]);
      const rows = await answerWithin(lookUp, LOOK_UP_MS);
      return new Set(rows.map((row) => row.id));
    } catch (error) {
      if (retry && isTransient(error)) return new Set();
      throw error;
    }
  }

  async function resultsOf(entries: readonly Entry[], lost: ReadonlySet<Uuid>): Promise<readonly AcceptResult[]> {
    // A key that lost inserted nothing; the winner's reply needs a second statement, with a snapshot that sees it.
    const losers = entries.filter(({ id }) => lost.has(id));
    const runs = await earlierRuns(
      db,
      losers.map(({ idempotent }) => idempotent!),
    );
    const earlier = new Map(losers.map(({ id }, index) => [id, runs[index] ?? { kind: "in_flight" as const }]));
    return entries.map((entry): AcceptResult => {
      const run = earlier.get(entry.id);
      if (run) return run;
      return isNobody(entry)
        ? { kind: "nobody", suppressed: entry.suppressed.length }
        : { kind: "accepted", message: entry.accepted };
    });
  }

  function reported(messages: readonly NewMessage[]) {
    return (results: readonly AcceptResult[]) => {
      notify(messages);
      return results;
    };
  }

  return {
    async acceptAll(messages) {
      if (messages.length === 0) return [];
      const calls = messages.map((message) => ({ message }));
      if (!db.inTransaction()) return write(calls, insertRetried).then(reported(messages));
      const results = await write(calls, insertOnce);
      db.afterCommit(() => reported(messages)(results));
      return results;
    },
    async accept(message, idempotent) {
      if (db.inTransaction()) {
        const [result] = await write([{ message, ...(idempotent && { idempotent }) }], insertOnce);
        db.afterCommit(() => notify([message]));
        return result!;
      }
      if (!idempotent) return resultOf(await committed({ message }));
      // Two calls with one key in one statement would both lose or both win: the second must wait.
      const key = idempotent.key.toString("hex");
      if (flushing.has(key)) return { kind: "in_flight" };
      flushing.add(key);
      try {
        return resultOf(await committed({ message, idempotent }));
      } finally {
        flushing.delete(key);
      }
    },
  };
}

/** By the time the database executed the statement, by its clock, the caller no longer waited: nothing was written. */
class TooLate extends QueueFull {}

/** It is unknown whether these were written: neither an answer nor a look-up arrived. */
class InDoubt extends Error {
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

/** Everyone named in the call is suppressed: nothing is stored. */
function isNobody(entry: Entry): boolean {
  return entry.message.audience === null && entry.suppressed.length === entry.message.phones.length;
}

function resultOf(result: AcceptResult | Failed): AcceptResult {
  if (result.kind === "failed") throw result.error;
  return result;
}

function countsOf(id: Uuid, message: NewMessage, suppressed: number): Accepted {
  if (message.audience) {
    return { id, state: "resolving", matched: null, accepted: null, duplicates: null, invalid: null, suppressed: null };
  }
  return {
    id,
    state: "running",
    matched: message.phones.length + message.duplicates + message.invalid,
    accepted: message.phones.length - suppressed,
    duplicates: message.duplicates,
    invalid: message.invalid,
    suppressed,
  };
}
