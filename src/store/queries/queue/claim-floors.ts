import { second } from "#lib/time";

/** A (route, priority) to be claimed from, and the chunk behind which the search begins. */
export type ClaimFloor = { readonly route: string; readonly priority: number; readonly floor: number };

/** Chunks of small messages have ids in the order in which they came, but for those whose transactions overlap. */
const OVERLAP = 1_000;
const FULL_LOOK_MS = 5 * second;
const EMPTY_LOOK_MS = second;

/**
 * Where a claim begins to search. While somebody holds an old snapshot (a backup), what was claimed and ended stays in
 * the index, and each claim would pass it by: with a million small messages behind it, 14-19 ms in place of one.
 *
 * Chunks of the first turn are claimed in the order of their ids, so what is behind the last one is over. What comes
 * back (a dead worker's) or came late is found by a look at everything: now and then, and whenever nothing is found.
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
    /** Nothing was found there: whether to look at everything, and how. */
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
