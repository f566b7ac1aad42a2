import { priorityOf, type NewMessage } from "#domain/messages/message";
import type { AcceptCall, AcceptResult, MessageStore } from "#domain/messages/message-store";
import { groupCommit } from "#lib/group-commit";
import { second } from "#lib/time";

import type { Db } from "../../database.ts";
import { insertOnce, insertRetried } from "./accept-insert.ts";
import { acceptWrites, type Outcome } from "./accept-writes.ts";

/** Calls waiting behind a flush that takes this long are refused: nothing of them was written. */
const LONGEST_WAIT_MS = 5 * second;
/**
 * 50 calls to one number each. A flush costs 0.4 ms besides its rows: with 50 connections, one flush that waits for all
 * of them did 10,061-11,325 per second at 107-119 µs of CPU; two in parallel from 20 calls on did 6,424-10,632 at
 * 117-126 µs.
 */
const MIN_WEIGHT = 100;
/**
 * Ten of the largest flushes: 2.5 s of work at 80,000 numbers per second, and about 40 MB that wait while the database
 * stalls.
 */
const MAX_QUEUED = 200_000;

/** A larger statement would keep the calls behind it waiting for too long. */
const MAX_WEIGHT = 20_000;

/** Many calls wait as groups of this size, so that they fill a flush beside others. */
const GROUP_SIZE = 100;

/**
 * The accept path: a message, its deliveries and its place in the queue in one statement, and everything that arrived
 * meanwhile in the next one.
 *
 * @param woken called once rows are committed, with their priorities; `resolving`: there is an audience to resolve
 * @param unread called with an error that fails no call: an earlier reply could not be read, and its caller has to
 *   repeat the call. Not if the database is unavailable, which is logged elsewhere.
 */
export function acceptQueries(
  db: Db,
  woken: (resolving: boolean, priorities: readonly number[]) => void,
  unread: (error: unknown) => void = () => undefined,
): MessageStore {
  const { write, writeEach } = acceptWrites(db, unread);
  const flushing = new Set<string>();

  const committed = groupCommit<readonly AcceptCall[], readonly Outcome[]>({
    maxBatch: 500,
    sizeOf: (calls) => calls.length,
    maxInFlight: 2,
    weigh: (calls) => calls.reduce((sum, call) => sum + weightOf(call), 0),
    maxWeight: MAX_WEIGHT,
    minWeight: MIN_WEIGHT,
    maxQueued: MAX_QUEUED,
    longest: { ms: LONGEST_WAIT_MS, now: db.now },
    flush: async (groups) => {
      const calls = groups.flat();
      const results = await writeEach(calls);
      notify(calls.map(({ message }) => message));
      let from = 0;
      return groups.map(({ length }) => results.slice(from, (from += length)));
    },
  });

  function notify(messages: readonly NewMessage[]): void {
    const priorities = new Set(messages.map(({ category }) => priorityOf[category]));
    woken(
      messages.some(({ audience }) => audience !== null),
      [...priorities],
    );
  }

  /** Two calls with one key in one statement would both lose or both win: the second must wait. */
  function begin({ idempotent }: AcceptCall): boolean {
    if (!idempotent) return true;
    if (flushing.has(idempotent.key)) return false;
    flushing.add(idempotent.key);
    return true;
  }

  function end({ idempotent }: AcceptCall): void {
    if (idempotent) flushing.delete(idempotent.key);
  }

  const settled = (calls: readonly AcceptCall[]): Promise<readonly Outcome[]> =>
    committed(calls).catch((error: unknown) => calls.map(() => ({ kind: "failed", error })));

  return {
    async acceptAll(messages) {
      if (messages.length === 0) return [];
      const calls = messages.map((message) => ({ message }));
      const results = await write(calls, db.inTransaction() ? insertOnce : insertRetried);
      db.afterCommit(() => notify(messages));
      return results;
    },
    async accept(message, idempotent) {
      if (db.inTransaction()) {
        const [result] = await write([{ message, idempotent }], insertOnce);
        db.afterCommit(() => notify([message]));
        return result!;
      }
      const call = { message, idempotent };
      if (!begin(call)) return IN_FLIGHT;
      try {
        return resultOf((await committed([call]))[0]!);
      } finally {
        end(call);
      }
    },
    async acceptEach(calls) {
      const isOpen = calls.map(begin);
      const open = calls.filter((_, index) => isOpen[index]);
      const outcomes = (await Promise.all(inGroups(open).map(settled))).flat();
      open.forEach(end);
      let next = 0;
      return isOpen.map((was) => (was ? outcomes[next++]! : IN_FLIGHT));
    },
  };
}

const IN_FLIGHT: AcceptResult = { kind: "in_flight" };

const weightOf = ({ message }: AcceptCall): number => 1 + message.phones.length;

/** In their order; none is heavier than a flush may be, unless it is a single call. */
function inGroups(calls: readonly AcceptCall[]): AcceptCall[][] {
  const groups: AcceptCall[][] = [];
  let weight = 0;
  for (const call of calls) {
    const group = groups.at(-1);
    weight += weightOf(call);
    if (group && group.length < GROUP_SIZE && weight <= MAX_WEIGHT) group.push(call);
    else {
      groups.push([call]);
      weight = weightOf(call);
    }
  }
  return groups;
}

function resultOf(result: Outcome): AcceptResult {
  if (result.kind === "failed") throw result.error;
  return result;
}
