import { IDLE_MS, workerLoop, type LoopDeps, type WorkerLoop } from "./worker-loop.ts";

/**
 * Passes on long inbound messages whose missing parts did not come. Safe on any number of nodes.
 *
 * @param passOn false: there was none
 */
export function inboundPartWatch(
  parts: { readonly passOn: () => Promise<boolean>; readonly forgetOld: () => Promise<void> },
  tools: LoopDeps,
): WorkerLoop {
  return workerLoop({
    name: "inbound parts",
    ...tools,
    async step() {
      if (await parts.passOn()) return 0;
      await parts.forgetOld();
      return IDLE_MS;
    },
  });
}
