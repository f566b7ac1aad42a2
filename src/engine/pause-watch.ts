import type { GatewayStates } from "#domain/ports/gateway-states";
import { second } from "#lib/time";

import { machine, type Log, type Machine } from "./machine.ts";

/** Brings the pauses that other nodes stored to this one: half a second, so that all know within one. */
export function pauseWatch(
  states: GatewayStates,
  tools: { readonly log: Log; readonly random: () => number },
): Machine {
  return machine({
    name: "pauses",
    ...tools,
    async step() {
      await states.refresh();
      return second / 2;
    },
  });
}
