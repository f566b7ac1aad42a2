import type { Check } from "#api/health";
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
  let last: { readonly at: number; readonly ok: boolean } | null = null;
  return async () => {
    if (!last?.ok || ticks() - last.at >= HOLDS_MS) {
      const ok = await probe().then(
        () => true,
        () => false,
      );
      last = { at: ticks(), ok };
    }
    return { name: "writes", ok: last.ok, ...(!last.ok && { warning: "The database accepts no writes." }) };
  };
}
