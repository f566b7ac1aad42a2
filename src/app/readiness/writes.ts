import type { Check } from "#api/health";
import { diskFull } from "#contract/errors";
import { isDiskFull } from "#lib/disk-full";
import { second } from "#lib/time";

/** A good result is valid for this long: a check every second costs one page write in five. */
const HOLDS_MS = 5 * second;

/**
 * Whether the database accepts writes, tested by writing: one that is read-only, or whose disk is full, answers every
 * query and stores no message.
 *
 * @param probe resolves when something was written and committed
 * @param ticks milliseconds of a monotonic clock
 */
export function writeCheck(probe: () => Promise<void>, ticks: () => number): () => Promise<Check> {
  let last: { readonly at: number; readonly warning: string | null } | null = null;
  return async () => {
    if (last?.warning !== null || ticks() - last.at >= HOLDS_MS) {
      const warning = await probe().then(
        () => null,
        (error: unknown) => (isDiskFull(error) ? diskFull.sentence : "The database accepts no writes."),
      );
      last = { at: ticks(), warning };
    }
    return { name: "writes", ok: last.warning === null, ...(last.warning !== null && { warning: last.warning }) };
  };
}
