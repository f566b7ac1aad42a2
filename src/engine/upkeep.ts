import { setTimeout } from "node:timers/promises";

import type { QueueUpkeep } from "#domain/deliveries/queue";
import type { ReceiptStore } from "#domain/deliveries/receipt-store";
import type { Log } from "#lib/log";
import { second } from "#lib/time";

import { workerLoop, type WorkerLoop } from "./worker-loop.ts";

type Tools = { readonly log: Log; readonly random: () => number };

const POLL_MS = second;
const GATHER_MS = 50;
const CLOCK_MS = 60 * second;
const SWEEP_MS = 10 * second;
const PARTITIONS_MS = 60 * second;

/** Brings retries back into the queue when they are due. */
export function retryPromoter(queue: QueueUpkeep, promoted: () => void, tools: Tools): WorkerLoop {
  return workerLoop({
    name: "retries",
    ...tools,
    async step() {
      const result = await queue.promote();
      if (result.promoted > 0) {
        promoted();
        return 0;
      }
      return Math.max(1, Math.min(POLL_MS, result.nextMs ?? POLL_MS));
    },
  });
}

/** Applies stored receipts to their deliveries. */
export function receiptApplier(receipts: ReceiptStore, tools: Tools): WorkerLoop {
  return workerLoop({
    name: "receipts",
    ...tools,
    async step() {
      const { seen, more, nextMs } = await receipts.apply();
      // The first is applied at once; those that come meanwhile share a transaction and what it costs beside its rows.
      if (seen > 0 && !more) await setTimeout(GATHER_MS);
      if (seen > 0) return 0;
      return Math.max(1, Math.min(POLL_MS, nextMs ?? POLL_MS));
    },
  });
}

/** Keeps the distance between this node's clock and the database's true: ids are minted from database time. */
export function clockKeeper(sync: () => Promise<void>, tools: Tools): WorkerLoop {
  return workerLoop({
    name: "clock",
    ...tools,
    async step() {
      await sync();
      return CLOCK_MS;
    },
  });
}

/** Makes partitions ahead; woken where a row found none. One look at the catalogue, on every node. */
export function partitionKeeper(ensure: () => Promise<void>, tools: Tools): WorkerLoop {
  return workerLoop({
    name: "partitions",
    ...tools,
    async step() {
      await ensure();
      return PARTITIONS_MS;
    },
  });
}

/** Ends messages that nobody else ended. */
export function sweeper(queue: QueueUpkeep, tools: Tools): WorkerLoop {
  return workerLoop({
    name: "sweeper",
    ...tools,
    async step() {
      await queue.sweep();
      return SWEEP_MS;
    },
  });
}
