import type { DueWork, ReadDueWork } from "#domain/due-work";
import { second } from "#lib/time";

import { periodic, type LoopDeps, type WorkerLoop } from "./worker-loop.ts";

/**
 * Wakes the loops that have work: one statement a second for all of them, in place of one for each. It finds what
 * nobody notifies of: a retry whose time has come, the job of a worker that died, work of another node whose
 * notification was lost.
 */
export function dueWatch(read: ReadDueWork, wake: (kind: DueWork) => void, tools: LoopDeps): WorkerLoop {
  return periodic({
    name: "due work",
    ...tools,
    everyMs: second,
    async work() {
      for (const kind of await read()) wake(kind);
    },
  });
}
