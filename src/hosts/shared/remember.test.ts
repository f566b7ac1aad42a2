import { expect, test } from "vitest";

import { remember } from "./remember.ts";

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
  const memory = remember({ keyOf, ms: 1000, max: 10, clock: { now: () => now }, load });
  const both = Promise.all([memory.get("a"), memory.get("a")]);
  expect(calls()).toBe(1);
  now = 900;
  answer(0, "yes");
  expect(await both).toEqual(["yes", "yes"]);
  expect(memory.get("a")).toBe("yes");
  now = 1000;
  void memory.get("a");
  expect(calls()).toBe(2);
});

test("what was queried before forget is neither kept nor returned to later callers", async () => {
  const { load, answer, calls } = loader();
  const memory = remember({ keyOf, ms: 1000, max: 10, clock: { now: () => 0 }, load });
  const before = memory.get("a");
  memory.forget();
  const after = memory.get("a");
  expect(calls()).toBe(2);
  answer(1, null);
  answer(0, "revoked meanwhile");
  expect(await before).toBe("revoked meanwhile");
  expect(await after).toBeNull();
  void memory.get("a");
  expect(calls()).toBe(3);
});

test("a query that hangs longer than the time is no longer shared", () => {
  let now = 0;
  const { load, calls } = loader();
  const memory = remember({ keyOf, ms: 1000, max: 10, clock: { now: () => now }, load });
  void memory.get("a");
  now = 1000;
  void memory.get("a");
  expect(calls()).toBe(2);
});

test("a clock that is set back keeps nothing alive", async () => {
  let now = 5000;
  let loads = 0;
  const memory = remember({ keyOf, ms: 1000, max: 10, clock: { now: () => now }, load: async () => `${(loads += 1)}` });
  await memory.get("a");
  now = 100;
  expect(await memory.get("a")).toBe("2");
});

test("a failing query is not kept, and the next caller queries again", async () => {
  let loads = 0;
  const memory = remember({
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
  await expect(memory.get("a")).rejects.toThrow("database down");
  expect(await memory.get("a")).toBe("yes");
});

test("no more entries are kept than the maximum, the oldest leaving first", async () => {
  const asked: string[] = [];
  const memory = remember({
    keyOf,
    ms: 1000,
    max: 3,
    clock: { now: () => 0 },
    load: async (key) => (asked.push(key), key),
  });
  for (const key of ["a", "b", "c", "d"]) await memory.get(key);
  expect([memory.get("b"), memory.get("c"), memory.get("d")]).toEqual(["b", "c", "d"]);
  await memory.get("a");
  expect(asked).toEqual(["a", "b", "c", "d", "a"]);
});

test("a result may be kept shorter than the others", async () => {
  let now = 0;
  let loads = 0;
  const memory = remember({
    keyOf,
    ms: 1000,
    msOf: (value) => (value === "no" ? 100 : 1000),
    max: 10,
    clock: { now: () => now },
    load: async (key) => ((loads += 1), key),
  });
  await memory.get("no");
  await memory.get("yes");
  now = 99;
  expect([memory.get("no"), memory.get("yes")]).toEqual(["no", "yes"]);
  now = 100;
  expect(memory.get("yes")).toBe("yes");
  await memory.get("no");
  expect(loads).toBe(3);
});
