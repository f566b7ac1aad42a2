import { LRUCache } from "lru-cache";

import type { Clock } from "#lib/time";

export type Memory<T, Question> = {
  get(question: Question): T | null | Promise<T | null>;
  /** Drops everything; what is being loaded at this moment is neither kept nor given to later callers. */
  forget(): void;
};

type Flight<T> = { readonly since: number; readonly result: Promise<T | null> };

/**
 * Keeps what `load` found for at most `ms`, counted from when the question was asked and not from when the answer
 * came, and never keeps a null. Callers for the same key share one question.
 *
 * @param options.msOf  for answers that are kept shorter than `ms`
 * @param options.max   entries at most; the one that was asked for longest ago leaves first
 * @param options.keyOf what a question is remembered by
 */
export function remember<T, Question>(options: {
  readonly ms: number;
  readonly msOf?: (value: T) => number;
  readonly max: number;
  readonly clock: Clock;
  readonly keyOf: (question: Question) => string;
  readonly load: (question: Question) => Promise<T | null>;
}): Memory<T, Question> {
  const { ms, max, clock, keyOf } = options;
  const msOf = options.msOf ?? (() => ms);
  const kept = new LRUCache<string, { readonly since: number; readonly value: T }>({ max });
  const flights = new Map<string, Flight<T>>();
  let generation = 0;

  /** A clock that was set back must not keep an answer alive. */
  const fresh = (since: number, now: number, lasts = ms): boolean => since <= now && now - since < lasts;

  async function load(question: Question, key: string, since: number): Promise<T | null> {
    const asked = generation;
    try {
      const value = await options.load(question);
      if (value !== null && asked === generation) kept.set(key, { since, value });
      return value;
    } finally {
      if (flights.get(key)?.since === since) flights.delete(key);
    }
  }

  return {
    get(question) {
      const key = keyOf(question);
      const now = clock.now();
      const hit = kept.get(key);
      if (hit && fresh(hit.since, now, msOf(hit.value))) return hit.value;
      const flight = flights.get(key);
      if (flight && fresh(flight.since, now)) return flight.result;
      const result = load(question, key, now);
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
