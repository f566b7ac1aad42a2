import type { RollUpStore } from "#domain/outbox/roll-up-store";
import { second } from "#lib/time";

import { workerLoop, type LoopDeps, type WorkerLoop } from "./worker-loop.ts";

const BATCH = 10_000;

/**
 * Folds the deltas of the log, of the messages' progress and of the statistics into their totals, so that a reader adds up
 * few rows. Safe on any number of nodes.
 */
export function rollUp(store: RollUpStore, tools: LoopDeps): WorkerLoop {
  return workerLoop({
    name: "roll-up",
    ...tools,
    async step() {
      const folded = [await store.fold(BATCH), await store.foldProgress(BATCH), await store.foldStats(BATCH)];
      return folded.some((count) => count === BATCH) ? 0 : second;
    },
  });
}
