import { second, type Clock } from "#lib/time";

/** A change of the settings takes effect on every node within this time. */
const CURRENT_MS = second;

/**
 * A value made from settings that is read once a second at most, for a path that cannot read them each time. If they
 * cannot be read it throws: nothing goes by settings of unknown age.
 */
export function recent<Value>(load: () => Promise<Value>, clock: Clock): () => Promise<Value> {
  let known: { readonly at: number; readonly value: Value } | null = null;
  let reading: Promise<Value> | null = null;

  async function read(): Promise<Value> {
    const at = clock.now();
    const value = await load();
    known = { at, value };
    return value;
  }

  return async () => {
    // The clock may be set back.
    if (known && Math.abs(clock.now() - known.at) < CURRENT_MS) return known.value;
    reading ??= read().finally(() => (reading = null));
    return reading;
  };
}
