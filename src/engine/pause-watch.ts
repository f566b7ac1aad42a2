import type { GatewayStates } from "#domain/gateways/gateway-states";
import type { Log } from "#lib/log";
import { second } from "#lib/time";

import { workerLoop, type WorkerLoop } from "./worker-loop.ts";

/** Brings the pauses that other nodes stored to this one: half a second, so that all know within one. */
export function pauseWatch(
  states: GatewayStates,
  tools: { readonly log: Log; readonly random: () => number },
): WorkerLoop {
  return workerLoop({
    name: "pauses",
    ...tools,
    async step() {
      await states.refresh();
      return second / 2;
    },
  });
}
