import type { GatewayStates } from "#domain/gateways/gateway-states";
import { second } from "#lib/time";

import { periodic, type LoopDeps, type WorkerLoop } from "./worker-loop.ts";

/** Loads the pauses that other nodes stored: every half second, so that all nodes know within one. */
export function pauseWatch(states: GatewayStates, tools: LoopDeps): WorkerLoop {
  return periodic({ name: "pauses", ...tools, everyMs: second / 2, work: states.refresh });
}
