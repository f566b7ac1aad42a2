import { setTimeout } from "node:timers/promises";

import type { ReceiptStore } from "#domain/deliveries/receipt-store";

import { untilDue, workerLoop, type LoopDeps, type WorkerLoop } from "./worker-loop.ts";

const GATHER_MS = 50;

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
      return untilDue(nextMs);
    },
  });
}
