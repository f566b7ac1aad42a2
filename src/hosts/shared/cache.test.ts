import { expect, test } from "vitest";

import { createCache } from "./cache.ts";

const keyOf = (question: string): string => question;

function loader() {
  const waiting: ((value: string | null) => void)[] = [];
  return {
    calls: () => waiting.length,
    answer: (index: number, value: string | null) => waiting[index]!(value),
    load: () => new Promise<string | null>((resolve) => waiting.push(resolve)),
  };
}

test("callers for one key share one query, and the result is kept for its time from the query on", async () => {
  let now = 0;
  const { load, answer, calls } = loader();
  const cache = createCache({ keyOf, ms: 1000, max: 10, clock: { now: () => now }, load });
  const both = Promise.all([cache.get("a"), cache.get("a")]);
  expect(calls()).toBe(1);
  now = 900;
  answer(0, "yes");
  expect(await both).toEqual(["yes", "yes"]);
  expect(cache.get("a")).toBe("yes");
  now = 1000;
  void cache.get("a");
  expect(calls()).toBe(2);
});

test("what was queried before forget is neither kept nor returned to later callers", async () => {
  const { load, answer, calls } = loader();
  const cache = createCache({ keyOf, ms: 1000, max: 10, clock: { now: () => 0 }, load });
  const before = cache.get("a");
  cache.forget();
  const after = cache.get("a");
  expect(calls()).toBe(2);
  answer(1, null);
  answer(0, "revoked meanwhile");
  expect(await before).toBe("revoked meanwhile");
  expect(await after).toBeNull();
  void cache.get("a");
  expect(calls()).toBe(3);
});

test("a query that hangs longer than the time is no longer shared", () => {
  let now = 0;
  const { load, calls } = loader();
  const cache = createCache({ keyOf, ms: 1000, max: 10, clock: { now: () => now }, load });
  void cache.get("a");
  now = 1000;
  void cache.get("a");
  expect(calls()).toBe(2);
});

test("a clock that is set back keeps nothing alive", async () => {
  let now = 5000;
  let loads = 0;
  const cache = createCache({
    keyOf,
    ms: 1000,
    max: 10,
    clock: { now: () => now },
    load: async () => `${(loads += 1)}`,
  });
  await cache.get("a");
  now = 100;
  expect(await cache.get("a")).toBe("2");
});

test("a failing query is not kept, and the next caller queries again", async () => {
  let loads = 0;
  const cache = createCache({
    keyOf,
    ms: 1000,
    max: 10,
    clock: { now: () => 0 },
    load: async () => {
      loads += 1;
      if (loads === 1) throw new Error("database down");
      return "yes";
    },
  });
  await expect(cache.get("a")).rejects.toThrow("database down");
  expect(await cache.get("a")).toBe("yes");
});

test("no more entries are kept than the maximum, the oldest leaving first", async () => {
  const asked: string[] = [];
  const cache = createCache({
    keyOf,
    ms: 1000,
    max: 3,
    clock: { now: () => 0 },
    load: async (key) => (asked.push(key), key),
  });
  for (const key of ["a", "b", "c", "d"]) await cache.get(key);
  expect([cache.get("b"), cache.get("c"), cache.get("d")]).toEqual(["b", "c", "d"]);
  await cache.get("a");
  expect(asked).toEqual(["a", "b", "c", "d", "a"]);
});

test("a result may be kept shorter than the others", async () => {
  let now = 0;
  let loads = 0;
  const cache = createCache({
    keyOf,
    ms: 1000,
    msOf: (value) => (value === "no" ? 100 : 1000),
    max: 10,
    clock: { now: () => now },
    load: async (key) => ((loads += 1), key),
  });
  await cache.get("no");
  await cache.get("yes");
  now = 99;
  expect([cache.get("no"), cache.get("yes")]).toEqual(["no", "yes"]);
  now = 100;
  expect(cache.get("yes")).toBe("yes");
  await cache.get("no");
  expect(loads).toBe(3);
});
