import type { LeasingDeps } from "./options.ts";
import type { LeasedChunk, LeasedPortion } from "./leased-chunk.ts";
import { addReady, type DispatcherState } from "./state.ts";
import type { Leases } from "./leases.ts";
import type { Settling } from "./settling.ts";

/**
 * Marks portions of several chunks in one statement and prepares those that may go to the wire.
 *
 * @returns a function that resolves when the mark is committed and throws if that is unknown
 */
export function marking(
  options: LeasingDeps,
  state: DispatcherState,
  { close, releaseKeys }: Settling,
  leases: Leases,
): (portions: readonly LeasedPortion[]) => Promise<void> {
  const { awake, clock, queue, via, leaseMs } = options;

  return async (portions) => {
    const since = clock.now();
    const cleared = awake.now();
    const portionsToMark = portions.map(({ leased, keys }) => {
      leased.open += keys.length;
      state.marked += keys.length;
      return { chunk: leased.claim.chunk, keys, prolong: leased.until - since < leaseMs / 2 };
    });
    let rows;
    try {
      rows = await queue.mark(portionsToMark, via.name, leaseMs);
    } catch (error) {
      // The commit may have happened; nothing was sent, so everything marked is released.
      for (const { leased, keys } of portions) releaseKeys(leased, keys);
      throw error;
    }
    const counts = new Map(portions.map(({ leased }) => [leased.claim.chunk.id, { leased, got: 0 }]));
    for (const row of rows) {
      const count = counts.get(row.chunkId)!;
      const { leased } = count;
      count.got += 1;
      if (row.rated) leased.rated = true;
      addReady(state, leased, row, cleared);
    }
    const doubtful: LeasedChunk[] = [];
    for (const [index, { leased, keys }] of portions.entries()) {
      const { got } = counts.get(leased.claim.chunk.id)!;
      if (got > 0 && portionsToMark[index]!.prolong) leased.until = since + leaseMs;
      if (got === keys.length) continue;
      leased.clean = false;
      if (got === 0 && leased.claim.chunk.messageId !== null) doubtful.push(leased);
      close(leased, keys.length - got);
    }
    await leases.check(doubtful.filter((leased) => state.held.has(leased)));
  };
}
