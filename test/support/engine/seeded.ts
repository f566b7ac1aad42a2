import * as lib from "#lib/seeded";

/** Random numbers that are the same for the same seed. */
export function seeded(seed: number) {
  const next = lib.seeded(seed);
  return {
    /** At least 0, below 1. */
    next,
    /** A whole number from `low` to `high`, both included. */
    whole: (low: number, high: number): number => low + Math.floor(next() * (high - low + 1)),
    pick: <T>(list: readonly T[]): T => lib.pick(list, next),
  };
}

export type Seeded = ReturnType<typeof seeded>;
