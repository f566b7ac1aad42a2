import { fulfillNext, type FulfillDeps } from "#domain/forms/fulfill-request";
import { errorText } from "#lib/error-text";

import { IDLE_MS, workerLoop, type LoopDeps, type WorkerLoop } from "./worker-loop.ts";

/** Processes submitted forms, one at a time on each node. */
export function formRequests(ports: FulfillDeps, tools: LoopDeps): WorkerLoop {
  return workerLoop({
    name: "form requests",
    ...tools,
    async step() {
      const { kind, ...rest } = await fulfillNext(ports);
      if ("error" in rest && kind === "later") {
        tools.log("warn", "the request of a form will be retried later", { error: errorText(rest.error) });
      }
      if (kind !== "none") return 0;
      await ports.formRequests.endOld();
      return IDLE_MS;
    },
  });
}
