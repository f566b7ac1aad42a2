import { laneOf } from "#domain/messages/message";
import { MAX_ATTEMPTS } from "#domain/messages/outcome";
import type { Sorting } from "#domain/ports/sorting";
import { second } from "#lib/time";

import { machine, type Log, type Machine } from "./machine.ts";

const POLL_MS = second;
/** How often ways that are none any more are looked for. */
const RECALL_MS = 5 * second;
/** Texts of one batch: some 20 ms. */
const ROWS = 2_000;

/**
 * Where rules or weights tell texts apart, each goes into a chunk of its own way before a gateway may claim it. One-time
 * passwords have a sorter of their own, so that no batch of a campaign is before them.
 *
 * @param options.ways the ways of this setting; what waits on others is sorted again
 */
export function sorters(options: {
  readonly sorting: Sorting;
  readonly sorts: boolean;
  readonly ways: readonly string[];
  readonly routeOf: Parameters<Sorting["sort"]>[0]["routeOf"];
  readonly repeatable: readonly string[];
  readonly bound: readonly string[];
  /** Milliseconds of a clock. */
  readonly now: () => number;
  readonly log: Log;
  readonly random: () => number;
}): readonly Machine[] {
  const { sorting, sorts, ways, routeOf, repeatable, bound, now, log, random } = options;
  const sort = (lanes: readonly number[]): Promise<number> =>
    sorting.sort({ lanes, rows: ROWS, routeOf, repeatable, bound, mostAttempts: MAX_ATTEMPTS });
  let recalledAt = -Infinity;

  const bulk = machine({
    name: "sorter",
    log,
    random,
    async step() {
      // The clock may be set back: then it is looked early rather than late.
      if (Math.abs(now() - recalledAt) >= RECALL_MS) {
        const recalled = await sorting.recall(sorts ? ways : []);
        if (recalled === 0) recalledAt = now();
      }
      if (!sorts) return RECALL_MS;
      return (await sort([laneOf.transactional, laneOf.marketing])) > 0 ? 0 : POLL_MS;
    },
  });
  if (!sorts) return [bulk];
  const urgent = machine({
    name: "urgent sorter",
    log,
    random,
    step: async () => ((await sort([laneOf.otp])) > 0 ? 0 : POLL_MS),
  });
  return [urgent, bulk];
}
