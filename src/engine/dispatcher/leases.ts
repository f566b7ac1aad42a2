import { logFailure } from "#lib/log-failure";

import type { LeasingDeps } from "./options.ts";
import { periodic, type WorkerLoop } from "../worker-loop.ts";
import { leaveUnmarked, takeKeys, unmarkedCount, type LeasedChunk } from "./leased-chunk.ts";
import { awaitOnStop, type DispatcherState } from "./state.ts";
import type { Settling } from "./settling.ts";

/**
 * Renews the leases of what is held: neither a slow gateway nor a slow statement may cost the lease of work under way.
 */
export type Leases = Pick<WorkerLoop, "start" | "stop"> & {
  /**
   * Looks up chunks in which nothing could be marked, at once: those of paused messages are released, lost ones are
   * dropped.
   */
  check(chunks: readonly LeasedChunk[]): Promise<void>;
  /** Releases deliveries that are claimed but not marked: another node may take them. */
  release(): void;
  /** The same, including chunks that are partly under way: others take the rest while this gateway hangs. */
  share(): void;
};

export function leases(options: LeasingDeps, state: DispatcherState, { close }: Settling): Leases {
  const { queue, leaseMs, log, via } = options;

  async function check(chunks: readonly LeasedChunk[]): Promise<void> {
    if (chunks.length === 0) return;
    const since = options.clock.now();
    const kept = await queue.renew(
      chunks.map((leased) => leased.claim.chunk),
      leaseMs,
    );
    for (const leased of chunks) {
      const claimable = kept.get(leased.claim.chunk.id);
      if (claimable !== undefined) leased.until = since + leaseMs;
      // Unknown is not lost: a mark may have locked the row. The end of the lease decides.
      const lost = claimable === undefined && since >= leased.until;
      if (lost || claimable === false) drop(leased, lost ? "lost" : "release");
    }
  }

  function drop(leased: LeasedChunk, end: "lost" | "release"): void {
    if (unmarkedCount(leased) === 0) return;
    leaveUnmarked(leased);
    leased.end = end;
    close(leased, 0);
  }

  /** Deliveries in progress stay with this node and keep the chunk open until the rest has been moved. */
  function releaseRest(leased: LeasedChunk): void {
    const { chunk } = leased.claim;
    const rest = takeKeys(leased, Infinity);
    const left = new Set(rest);
    const kept = chunk.keys.filter((key) => !left.has(key));
    leased.clean = false;
    leased.open += 1;
    state.marked += 1;
    const written = queue.split([{ chunk, kept, rest }]).then(
      () => (leased.claim = { ...leased.claim, chunk: { ...chunk, keys: kept } }),
      // What is left in it is handled when the chunk ends.
      logFailure(log, "a chunk could not be released in part", { gateway: via.name }),
    );
    awaitOnStop(
      state,
      written.then(() => close(leased, 1)),
    );
  }

  const loop = periodic({
    name: `leases of ${via.name}`,
    log,
    random: options.random,
    everyMs: leaseMs / 3,
    work: () => check([...state.held]),
    longestPauseMs: leaseMs / 3,
  });

  return {
    start: loop.start,
    stop: loop.stop,
    check,
    release() {
      for (const leased of state.held) drop(leased, "release");
    },
    share() {
      for (const leased of state.held) {
        if (unmarkedCount(leased) === 0) continue;
        if (leased.open === 0) drop(leased, "release");
        else releaseRest(leased);
      }
    },
  };
}
