import { second } from "#lib/time";

/** A (route, priority) to claim from, and the chunk after which the search starts. */
export type ClaimFloor = { readonly route: string; readonly priority: number; readonly floor: number };

/** Chunks of small messages have ids in order of arrival, except those whose transactions overlap. */
const OVERLAP = 1_000;
const FULL_LOOK_MS = 5 * second;
const EMPTY_LOOK_MS = second;

/**
 * Where a claim starts its search. While a session holds an old snapshot (a backup), claimed and ended chunks stay in
 * the index, and each claim would have to skip them: with a million small messages behind it, 14-19 ms instead of one.
 *
 * Chunks of the first turn are claimed in the order of their ids, so everything before the last one is over. What is
 * claimable again (a dead worker's) or arrived late is found by a search of the whole index: now and then, and whenever
 * nothing is found.
 *
 * @param now milliseconds of a clock
 */
export function claimFloors(now: () => number) {
  const known = new Map<string, { floor: number; lookedAt: number }>();
  const keyOf = (route: string, priority: number): string => `${priority} ${route}`;

  function lookout(route: string, priority: number, maxAgeMs: number): ClaimFloor {
    const found = known.get(keyOf(route, priority));
    if (found && Math.abs(now() - found.lookedAt) < maxAgeMs) return { route, priority, floor: found.floor };
    known.set(keyOf(route, priority), { floor: 0, lookedAt: now() });
    return { route, priority, floor: 0 };
  }

  return {
    next: (routes: readonly string[], priorities: readonly number[]): readonly ClaimFloor[] =>
      routes.flatMap((route) => priorities.map((priority) => lookout(route, priority, FULL_LOOK_MS))),
    /** Nothing was found there: whether to search the whole index, and how. */
    again(looked: readonly ClaimFloor[]): readonly ClaimFloor[] | null {
      const more = looked
        .filter(({ floor }) => floor > 0)
        .map(({ route, priority }) => lookout(route, priority, EMPTY_LOOK_MS))
        .filter(({ floor }) => floor === 0);
      return more.length > 0 ? more : null;
    },
    claimed(
      chunks: readonly {
        readonly route: string;
        readonly priority: number;
        readonly turn: number;
        readonly id: number;
      }[],
    ) {
      for (const { route, priority, turn, id } of chunks) {
        const found = known.get(keyOf(route, priority));
        if (found && turn === 0) found.floor = Math.max(found.floor, id - OVERLAP);
      }
    },
  };
}

export type ClaimFloors = ReturnType<typeof claimFloors>;
