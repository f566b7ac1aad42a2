import type { BounceStore } from "#domain/subscribers/bounce";

import { IDLE_MS, workerLoop, type LoopDeps, type WorkerLoop } from "./worker-loop.ts";

const BATCH = 500;

/** Updates which subscribers count as bouncing. Safe on any number of nodes. */
export function bounceWatch(store: BounceStore, tools: LoopDeps): WorkerLoop {
  return workerLoop({
    name: "bounces",
    ...tools,
    step: async () => ((await store.judge(BATCH)) === BATCH ? 0 : IDLE_MS),
  });
}
