import type { QueueUpkeep } from "#domain/deliveries/queue";
import type { MembershipCounts } from "#domain/newsletter/membership-counts";
import { second } from "#lib/time";

import { periodic, workerLoop, type LoopDeps, type WorkerLoop } from "./worker-loop.ts";

const CLOCK_MS = 60 * second;
const SWEEP_MS = 10 * second;
const PARTITIONS_MS = 60 * second;
const COUNTS_MS = 10 * second;
const COUNTS_AT_ONCE = 10_000;

/**
 * Keeps the estimated offset between this node's clock and the database's accurate: ids are made from database time.
 */
export function clockKeeper(sync: () => Promise<void>, tools: LoopDeps): WorkerLoop {
  return periodic({ name: "clock", ...tools, everyMs: CLOCK_MS, work: sync });
}

/**
 * Creates partitions ahead of time; woken when an insert finds its partition missing. Runs on every node and costs one
 * query of the catalog.
 */
export function partitionKeeper(ensure: () => Promise<void>, tools: LoopDeps): WorkerLoop {
  return periodic({ name: "partitions", ...tools, everyMs: PARTITIONS_MS, work: ensure });
}

/** Completes messages that were left open, such as those of a worker that died. */
export function sweeper(queue: QueueUpkeep, tools: LoopDeps): WorkerLoop {
  return periodic({ name: "sweeper", ...tools, everyMs: SWEEP_MS, work: queue.sweep });
}

/** Adds up what ended sessions counted, so that a reader of a group's counts adds up few rows. */
export function membershipCountKeeper(counts: MembershipCounts, tools: LoopDeps): WorkerLoop {
  return workerLoop({
    name: "membership counts",
    ...tools,
    step: async () => ((await counts.fold(COUNTS_AT_ONCE)) === COUNTS_AT_ONCE ? 0 : COUNTS_MS),
  });
}
