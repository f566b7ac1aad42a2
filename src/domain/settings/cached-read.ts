import { second, type Clock } from "#lib/time";

import type { UnitOfWork } from "../unit-of-work.ts";
import type { SettingsSection } from "./section.ts";
import type { ReadSettings } from "./settings-store.ts";

/** A change of the settings takes effect on every node within this time. */
const CURRENT_MS = second;

export type CachedReadDeps = Pick<UnitOfWork, "inTransaction"> & {
  /** Database time. */
  readonly clock: Clock;
};

/**
 * A value made from settings that is read once a second at most, for a path that cannot read them each time. If they
 * cannot be read it throws: nothing is decided by settings of unknown age.
 *
 * A transaction does its own read. A shared read may wait for a session while all sessions are taken by transactions
 * that wait for that read; and a read within a transaction ends with it, and may see changes that are never committed.
 */
export function cachedRead<Value>(
  load: () => Promise<Value>,
  { clock, inTransaction }: CachedReadDeps,
): () => Promise<Value> {
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
    if (inTransaction()) return load();
    reading ??= read().finally(() => (reading = null));
    return reading;
  };
}

/** Several sections: in one statement, except within a transaction, whose statements follow each other. */
export async function readTogether<const Values extends readonly object[]>(
  read: ReadSettings,
  { inTransaction }: Pick<UnitOfWork, "inTransaction">,
  sections: { readonly [Nth in keyof Values]: SettingsSection<Values[Nth]> },
): Promise<Values> {
  const all = sections as readonly SettingsSection<object>[];
  if (!inTransaction()) return (await Promise.all(all.map((section) => read(section)))) as unknown as Values;
  const values: object[] = [];
  for (const section of all) values.push(await read(section));
  return values as unknown as Values;
}
