import { keyText, type Claim, type DeliveryKey } from "#domain/deliveries/queue";
import { second } from "#lib/time";

import type { LeasingDeps } from "./options.ts";
import { messageFor, type LeasedChunk } from "./in-flight.ts";
import { PRIORITIES, type DispatcherState, type Priority } from "./state.ts";

/** Some keys of a leased chunk, about to be marked. */
export type Portion = { readonly leased: LeasedChunk; readonly keys: readonly DeliveryKey[] };

/** Claimed deliveries that wait to be marked. */
export type Claims = {
  /** Deliveries that wait. */
  waiting(priority: Priority): number;
  /** Takes up to `rows` deliveries of a priority. */
  take(priority: Priority, rows: number): readonly Portion[];
  /** Whether the database may have work in this priority. */
  mayClaim(priority: Priority): boolean;
  /**
   * Claims chunks of these priorities until they hold `rows` deliveries.
   *
   * @param more.routes all that the gateway serves if absent
   * @param more.mark deliveries that may be marked with the claim; none if absent
   * @returns how many deliveries were marked
   */
  claim(
    priorities: readonly Priority[],
    rows: number,
    more?: { readonly routes?: readonly string[]; readonly mark?: number },
  ): Promise<number>;
  /** Returns a chunk that no longer leaves at a rate of its own. */
  add(leased: LeasedChunk): void;
  /** There may be work in these priorities. */
  wake(priorities: readonly number[]): void;
  /** Milliseconds until one of the priorities must be queried. */
  quietMs(priorities: readonly Priority[]): number;
};

export const POLL_MS = second;
/**
 * Messages accepted within this time share a claim, a mark and a settle: a delivery then costs a third of what it costs
 * alone. The queue is queried more often for one-time passwords than for the others.
 */
const GAP_MS: Readonly<Record<Priority, number>> = { 0: 10, 1: 25, 2: 25 };
const MAX_CHUNKS = 64;

export function claims(
  options: LeasingDeps,
  state: DispatcherState,
  tools: {
    readonly close: (leased: LeasedChunk, count: number) => void;
    readonly rest: (leased: LeasedChunk) => void;
    /** Undoes a claim that marks and got no answer. */
    readonly undo: (owner: string) => void;
  },
): Claims {
  const { awake, clock, queue, leaseMs } = options;
  const jobs: Record<Priority, LeasedChunk[]> = { 0: [], 1: [], 2: [] };
  const polls: Record<Priority, Poll> = { 0: newPoll(), 1: newPoll(), 2: newPoll() };
  let usualSize = 500;
  let named = 0;

  function mayClaim(priority: Priority): boolean {
    const { isClaiming, wanted, notBefore, pollAt } = polls[priority];
    const now = clock.now();
    if (isClaiming || soon(notBefore, now, GAP_MS[priority]) > 0) return false;
    return wanted || soon(pollAt, now, POLL_MS) === 0;
  }

  function add(leased: LeasedChunk): void {
    jobs[leased.claim.chunk.priority as Priority].push(leased);
  }

  function releaseUnserved(leased: LeasedChunk): void {
    leased.next = leased.keys.length;
    leased.end = "release";
    tools.close(leased, 0);
  }

  function open(claim: Claim, until: number, cleared: number): void {
    const { chunk, messages, marked } = claim;
    const isRated = (key: DeliveryKey): boolean => messages.get(key.messageId)?.ratePerMinute != null;
    const rated = chunk.messageId !== null && isRated({ messageId: chunk.messageId } as DeliveryKey);
    const unrated =
      chunk.messageId === null && chunk.keys.some(isRated) ? chunk.keys.filter((key) => !isRated(key)) : chunk.keys;
    const clean = unrated.length === chunk.keys.length;
    const keys = marked.length === 0 ? unrated : [...marked, ...without(unrated, marked)];
    const leased: LeasedChunk = {
      claim,
      keys,
      next: marked.length,
      open: marked.length,
      until,
      clean,
      rated,
      end: "finish",
    };
    state.held.add(leased);
    state.marked += marked.length;
    for (const row of marked) {
      state.ready[chunk.priority as Priority].push({
        leased,
        marked: row,
        message: messageFor(row, messages.get(row.messageId)!),
        cleared,
      });
    }
    if (keys.length === 0) tools.close(leased, 0);
    // The routes changed while it was being claimed: others serve it.
    else if (leased.next < keys.length && !options.routes().includes(chunk.route)) releaseUnserved(leased);
    else if (rated) tools.rest(leased);
    else if (leased.next < keys.length) add(leased);
  }

  return {
    waiting: (priority) => jobs[priority].reduce((sum, leased) => sum + leased.keys.length - leased.next, 0),
    take(priority, rows) {
      const portions: Portion[] = [];
      const list = jobs[priority];
      let left = rows;
      while (left > 0 && list.length > 0) {
        const leased = list[0]!;
        if (leased.rated) {
          list.shift();
          tools.rest(leased);
          continue;
        }
        const keys = leased.keys.slice(leased.next, leased.next + left);
        leased.next += keys.length;
        left -= keys.length;
        if (leased.next >= leased.keys.length) list.shift();
        if (keys.length > 0) portions.push({ leased, keys });
      }
      return portions;
    },
    mayClaim,
    async claim(priorities, rows, { routes = options.routes(), mark: most = 0 } = {}) {
      const now = clock.now();
      const cleared = awake.now();
      // A statement that also marks cannot claim larger chunks than that.
      const mark = usualSize <= most ? most : 0;
      // The owner includes the gateway: this process's other dispatchers count as well, and each undoes its lost claims
      // by name.
      const owner = mark > 0 ? `${options.owner} ${(named += 1)} ${options.via.name}` : options.owner;
      const limit = Math.min(MAX_CHUNKS, 1 + Math.ceil(rows / usualSize));
      for (const priority of priorities) Object.assign(polls[priority], { isClaiming: true, wanted: false });
      // Reserves the capacity meanwhile.
      state.marked += mark;
      try {
        const found = await queue.claim({
          routes,
          priorities,
          owner,
          leaseMs,
          rows,
          limit,
          repeatable: options.repeatable(),
          ...(options.bound && { bound: options.bound() }),
          ...(mark > 0 && { mark: { gateway: options.via.name, rows: mark } }),
        });
        const size = found.reduce((sum, { chunk }) => sum + chunk.keys.length, 0);
        for (const claim of found) open(claim, now + leaseMs, cleared);
        if (found.length > 0) usualSize = Math.max(1, size / found.length);
        const more = size >= rows || found.length >= limit;
        for (const priority of priorities) {
          polls[priority].notBefore = more ? 0 : now + GAP_MS[priority];
          polls[priority].pollAt = more ? 0 : now + POLL_MS;
        }
        return found.reduce((sum, { marked }) => sum + marked.length, 0);
      } catch (error) {
        for (const priority of priorities) polls[priority].wanted = true;
        if (mark > 0) tools.undo(owner);
        throw error;
      } finally {
        state.marked -= mark;
        for (const priority of priorities) polls[priority].isClaiming = false;
      }
    },
    add,
    wake(priorities) {
      for (const priority of PRIORITIES) if (priorities.includes(priority)) polls[priority].wanted = true;
    },
    quietMs(priorities) {
      const now = clock.now();
      const waits = priorities.map((priority) => {
        const { wanted, notBefore, pollAt, isClaiming } = polls[priority];
        if (isClaiming) return POLL_MS;
        return wanted ? soon(notBefore, now, GAP_MS[priority]) : soon(pollAt, now, POLL_MS);
      });
      return Math.max(1, Math.min(POLL_MS, ...waits));
    },
  };
}

function without(keys: readonly DeliveryKey[], marked: readonly DeliveryKey[]): readonly DeliveryKey[] {
  if (marked.length === keys.length) return [];
  const taken = new Set(marked.map(keyText));
  return keys.filter((key) => !taken.has(keyText(key)));
}

/** When a priority may and must be queried again. */
type Poll = { isClaiming: boolean; wanted: boolean; notBefore: number; pollAt: number };

function newPoll(): Poll {
  return { isClaiming: false, wanted: true, notBefore: 0, pollAt: 0 };
}

/**
 * Milliseconds until an instant at most `most` away. The database's clock may be set back: then the instant is past.
 */
function soon(at: number, now: number, most: number): number {
  const wait = at - now;
  return wait > most ? 0 : Math.max(0, wait);
}
