import type { QueueUpkeep } from "#domain/deliveries/queue";

import { untilDue, workerLoop, type LoopDeps, type WorkerLoop } from "./worker-loop.ts";

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
      return untilDue(result.nextMs);
    },
  });
}
