import { second } from "#lib/time";

/** A (route, priority) to claim from, and the chunk after which the search starts. */
export type ClaimFloor = { readonly route: string; readonly priority: number; readonly floor: number };

/** Chunks of small messages have ids in order of arrival, except those whose transactions overlap. */
const OVERLAP = 1_000;
const FULL_SEARCH_MS = 5 * second;
const EMPTY_SEARCH_MS = second;

/**
 * Where a claim starts its search. While a session holds an old snapshot (a backup), claimed and ended chunks stay in
 * the index, and each claim would have to skip them: with a million small messages behind it, 14-19 ms instead of one.
 *
 * Chunks of the first turn are claimed in the order of their ids, so everything before the last one is over. Chunks
 * that became claimable again (a dead worker's) or arrived late are found by a search of the whole index: from time to
 * time, and whenever nothing is found.
 *
 * @param now milliseconds of a clock
 */
export function claimFloors(now: () => number) {
  const known = new Map<string, { floor: number; searchedAt: number }>();
  const keyOf = (route: string, priority: number): string => `${priority} ${route}`;

  function floorOf(route: string, priority: number, maxAgeMs: number): ClaimFloor {
    const found = known.get(keyOf(route, priority));
    if (found && Math.abs(now() - found.searchedAt) < maxAgeMs) return { route, priority, floor: found.floor };
    known.set(keyOf(route, priority), { floor: 0, searchedAt: now() });
    return { route, priority, floor: 0 };
  }

  return {
    next: (routes: readonly string[], priorities: readonly number[]): readonly ClaimFloor[] =>
      routes.flatMap((route) => priorities.map((priority) => floorOf(route, priority, FULL_SEARCH_MS))),
    /** Nothing was found there: whether to search the whole index, and how. */
    again(searched: readonly ClaimFloor[]): readonly ClaimFloor[] | null {
      const more = searched
        .filter(({ floor }) => floor > 0)
        .map(({ route, priority }) => floorOf(route, priority, EMPTY_SEARCH_MS))
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
