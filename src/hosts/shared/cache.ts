import { LRUCache } from "lru-cache";

import { atMost } from "#lib/at-most";
import type { Clock } from "#lib/time";

export type Cache<T, Query> = {
  get(query: Query): T | null | Promise<T | null>;
  /** Drops everything; results that are still loading are neither kept nor returned to later callers. */
  forget(): void;
};

type Flight<T> = { readonly since: number; readonly result: Promise<T | null> };

/**
 * Caches what `load` returned for at most `ms`, counted from the start of the call and not from its result, and never
 * caches null. Concurrent callers for the same key share one call.
 *
 * @param options.msOf  for results that are cached for less than `ms`
 * @param options.max   maximum number of entries; the one requested longest ago is evicted first
 * @param options.keyOf the cache key of a query
 */
export function createCache<T, Query>(options: {
  readonly ms: number;
  readonly msOf?: (value: T) => number;
  readonly max: number;
  readonly clock: Clock;
  readonly keyOf: (query: Query) => string;
  readonly load: (query: Query) => Promise<T | null>;
}): Cache<T, Query> {
  const { ms, max, clock, keyOf } = options;
  const msOf = options.msOf ?? (() => ms);
  const kept = new LRUCache<string, { readonly since: number; readonly value: T }>(atMost(max));
  const flights = new Map<string, Flight<T>>();
  let generation = 0;

  /** A clock that was set back must not extend an entry's lifetime. */
  const fresh = (since: number, now: number, lasts = ms): boolean => since <= now && now - since < lasts;

  async function load(query: Query, key: string, since: number): Promise<T | null> {
    const startedIn = generation;
    try {
      const value = await options.load(query);
      if (value !== null && startedIn === generation) kept.set(key, { since, value });
      return value;
    } finally {
      if (flights.get(key)?.since === since) flights.delete(key);
    }
  }

  return {
    get(query) {
      const key = keyOf(query);
      const now = clock.now();
      const hit = kept.get(key);
      if (hit && fresh(hit.since, now, msOf(hit.value))) return hit.value;
      const flight = flights.get(key);
      if (flight && fresh(flight.since, now)) return flight.result;
      const result = load(query, key, now);
      flights.set(key, { since: now, result });
      return result;
    },
    forget() {
      generation += 1;
      kept.clear();
      flights.clear();
    },
  };
}
