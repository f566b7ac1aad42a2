import type { RollUpStore } from "#domain/ports/roll-up-store";
import { second } from "#lib/time";

import { machine, type Log, type Machine } from "./machine.ts";

const BATCH = 10_000;

/** Folds the log's deltas into its totals, so that a page's stats read few rows. Safe on any number of nodes. */
export function rollUp(store: RollUpStore, tools: { readonly log: Log; readonly random: () => number }): Machine {
  return machine({
    name: "roll-up",
    ...tools,
    step: async () => ((await store.fold(BATCH)) < BATCH ? second : 0),
  });
}
