import type { RollUpStore } from "#domain/outbox/roll-up-store";

import { IDLE_MS, workerLoop, type LoopDeps, type WorkerLoop } from "./worker-loop.ts";

const BATCH = 10_000;

/**
 * Folds the deltas of the log, of the messages' progress and of the statistics into their totals, so that a reader adds
 * up few rows. Safe on any number of nodes.
 */
export function rollUp(store: RollUpStore, tools: LoopDeps): WorkerLoop {
  return workerLoop({
    name: "roll-up",
    ...tools,
    async step() {
      const { log, progress, stats } = await store.waiting();
      const folded = [
        log && (await store.fold(BATCH)),
        progress && (await store.foldProgress(BATCH)),
        stats && (await store.foldStats(BATCH)),
      ];
      return folded.includes(BATCH) ? 0 : IDLE_MS;
    },
  });
}
