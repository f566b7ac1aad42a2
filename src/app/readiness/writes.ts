import type { Check } from "#api/health";
import { second } from "#lib/time";

/** A good answer holds for so long: whoever asks every second costs a write of a page in five. */
const HOLDS_MS = 5 * second;

/**
 * Whether anything can be written, by writing: a database that only reads, or whose disk is full, answers every question
 * and takes no message.
 *
 * @param probe resolves when something was written and committed
 * @param ticks milliseconds of a clock that never jumps
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
    return { name: "writes", ok: last.ok, ...(!last.ok && { warning: "The database takes no writes." }) };
  };
}
