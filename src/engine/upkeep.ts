import { setTimeout } from "node:timers/promises";

import type { QueueUpkeep } from "#domain/deliveries/queue";
import type { ReceiptStore } from "#domain/deliveries/receipt-store";
import type { MembershipCounts } from "#domain/newsletter/membership-counts";
import { second } from "#lib/time";

import { IDLE_MS, workerLoop, periodic, type LoopDeps, type WorkerLoop } from "./worker-loop.ts";

const GATHER_MS = 50;
const CLOCK_MS = 60 * second;
const SWEEP_MS = 10 * second;
const PARTITIONS_MS = 60 * second;
const COUNTS_MS = 10 * second;
const COUNTS_AT_ONCE = 10_000;

/** @param nextMs until something is due; null if nothing waits, as far as this node knows */
const untilNext = (nextMs: number | null): number => Math.max(1, Math.min(IDLE_MS, nextMs ?? IDLE_MS));

/** Returns retries to the queue when they are due. */
export function retryPromoter(queue: QueueUpkeep, promoted: () => void, tools: LoopDeps): WorkerLoop {
  return workerLoop({
    name: "retries",
    ...tools,
    async step() {
      const result = await queue.promote();
      if (result.promoted > 0) {
        promoted();
        return 0;
      }
      return untilNext(result.nextMs);
    },
  });
}

/** Applies stored receipts to their deliveries. */
export function receiptApplier(receipts: ReceiptStore, tools: LoopDeps): WorkerLoop {
  return workerLoop({
    name: "receipts",
    ...tools,
    async step() {
      const { seen, more, nextMs } = await receipts.apply();
      // The first receipt is applied at once; those arriving meanwhile share a transaction and its fixed cost.
      if (seen > 0 && !more) await setTimeout(GATHER_MS);
      if (seen > 0) return 0;
      return untilNext(nextMs);
    },
  });
}

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
