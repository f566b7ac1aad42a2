import { CHUNK_SIZE, type Claim } from "#domain/deliveries/queue";

import type { LeasingDeps } from "./options.ts";
import {
  leasedChunk,
  leaveUnmarked,
  takeKeys,
  unmarkedCount,
  type LeasedChunk,
  type LeasedPortion,
} from "./leased-chunk.ts";
import { pollTimes, type PollTimes } from "./poll-times.ts";
import { addReady, type DispatcherState, type Priority } from "./state.ts";

/** Claimed deliveries that wait to be marked. */
export type Claims = Pick<PollTimes, "mayClaim" | "quietMs" | "wake"> & {
  /** Deliveries that wait. */
  waiting(priority: Priority): number;
  /** Takes up to `rows` deliveries of a priority. */
  take(priority: Priority, rows: number): readonly LeasedPortion[];
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
};

const MAX_CHUNKS = 64;

export function claims(
  options: LeasingDeps,
  state: DispatcherState,
  tools: {
    readonly close: (leased: LeasedChunk, count: number) => void;
    /** Receives a chunk that leaves at a rate of its own. */
    readonly park: (leased: LeasedChunk) => void;
    /** Undoes a claim that marks and got no answer. */
    readonly undo: (owner: string) => void;
  },
): Claims {
  const { awake, clock, queue, leaseMs, via } = options;
  const chunks: Record<Priority, LeasedChunk[]> = { 0: [], 1: [], 2: [] };
  const times = pollTimes(clock);
  let usualSize = CHUNK_SIZE;
  let named = 0;

  function add(leased: LeasedChunk): void {
    chunks[leased.claim.chunk.priority as Priority].push(leased);
  }

  function releaseUnserved(leased: LeasedChunk): void {
    leaveUnmarked(leased);
    leased.end = "release";
    tools.close(leased, 0);
  }

  function open(claim: Claim, until: number, cleared: number): void {
    const leased = leasedChunk(claim, until);
    state.held.add(leased);
    state.marked += claim.marked.length;
    for (const row of claim.marked) addReady(state, leased, row, cleared);
    const isUnmarked = unmarkedCount(leased) > 0;
    if (leased.keys.length === 0) tools.close(leased, 0);
    // The routes changed while it was being claimed: others serve it.
    else if (isUnmarked && !options.routes().includes(claim.chunk.route)) releaseUnserved(leased);
    else if (leased.rated) tools.park(leased);
    else if (isUnmarked) add(leased);
  }

  return {
    mayClaim: times.mayClaim,
    quietMs: times.quietMs,
    wake: times.wake,
    waiting: (priority) => chunks[priority].reduce((sum, leased) => sum + unmarkedCount(leased), 0),
    take(priority, rows) {
      const portions: LeasedPortion[] = [];
      const list = chunks[priority];
      let left = rows;
      while (left > 0 && list.length > 0) {
        const leased = list[0]!;
        if (leased.rated) {
          list.shift();
          tools.park(leased);
          continue;
        }
        const keys = takeKeys(leased, left);
        left -= keys.length;
        if (unmarkedCount(leased) === 0) list.shift();
        if (keys.length > 0) portions.push({ leased, keys });
      }
      return portions;
    },
    async claim(priorities, rows, { routes = options.routes(), mark: most = 0 } = {}) {
      const now = clock.now();
      const cleared = awake.now();
      // A statement that also marks cannot claim larger chunks than that.
      const mark = usualSize <= most ? most : 0;
      // The owner includes the gateway: this process's other dispatchers count as well, and each undoes its lost claims
      // by name.
      const owner = mark > 0 ? `${options.owner} ${(named += 1)} ${via.name}` : options.owner;
      const limit = Math.min(MAX_CHUNKS, 1 + Math.ceil(rows / usualSize));
      times.begin(priorities);
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
          ...(mark > 0 && { mark: { gateway: via.name, rows: mark } }),
        });
        const size = found.reduce((sum, { chunk }) => sum + chunk.keys.length, 0);
        for (const claim of found) open(claim, now + leaseMs, cleared);
        if (found.length > 0) usualSize = Math.max(1, size / found.length);
        times.end(priorities, now, size >= rows || found.length >= limit);
        return found.reduce((sum, { marked }) => sum + marked.length, 0);
      } catch (error) {
        times.end(priorities, null);
        if (mark > 0) tools.undo(owner);
        throw error;
      } finally {
        state.marked -= mark;
      }
    },
    add,
  };
}
