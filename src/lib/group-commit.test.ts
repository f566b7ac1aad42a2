import { setImmediate as turn } from "node:timers/promises";

import { expect, test } from "vitest";

import { groupCommit, QueueFull } from "./group-commit.ts";

/** Flushes that wait until they are released. */
function slow(options: {
  maxInFlight: number;
  minWeight?: number;
  maxBatch?: number;
  sizeOf?: (item: number) => number;
  maxWeight?: number;
  maxQueued?: number;
}) {
  const flushes: { readonly items: readonly number[]; done(): void; fail(error: unknown): void }[] = [];
  const add = groupCommit<number, string>({
    maxBatch: 100,
    weigh: (item) => item,
    ...options,
    flush: (items) =>
      new Promise((resolve, reject) => {
        flushes.push({ items, done: () => resolve(items.map(String)), fail: reject });
      }),
  });
  return { add, flushes, batches: () => flushes.map(({ items }) => items) };
}

test("calls that arrive during a flush are written together by the next", async () => {
  const { add, flushes, batches } = slow({ maxInFlight: 1 });
  const first = add(1);
  await turn();
  const rest = [add(2), add(3), add(4)];
  await turn();
  expect(batches()).toEqual([[1]]);
  flushes[0]!.done();
  expect(await first).toBe("1");
  expect(batches()).toEqual([[1], [2, 3, 4]]);
  flushes[1]!.done();
  expect(await Promise.all(rest)).toEqual(["2", "3", "4"]);
});

test("a second flush starts beside a running one only when enough waits", async () => {
  const { add, batches } = slow({ maxInFlight: 2, minWeight: 10 });
  void add(1);
  await turn();
  void add(4);
  void add(5);
  await turn();
  expect(batches()).toEqual([[1]]);
  void add(1);
  await turn();
  expect(batches()).toEqual([[1], [4, 5, 1]]);
  void add(50);
  await turn();
  expect(batches()).toHaveLength(2);
});

test("items that are not worth a second flush are written when the first one ends", async () => {
  const { add, flushes, batches } = slow({ maxInFlight: 2, minWeight: 10 });
  void add(1);
  await turn();
  const small = add(2);
  await turn();
  flushes[0]!.done();
  await turn();
  expect(batches()).toEqual([[1], [2]]);
  flushes[1]!.done();
  expect(await small).toBe("2");
});

test("a batch closes at its weight, and one item heavier than that goes alone", async () => {
  const { add, flushes, batches } = slow({ maxInFlight: 1, maxWeight: 10, maxBatch: 3 });
  const all = Promise.all([add(4), add(6), add(1), add(99), add(1), add(1), add(1), add(1)]);
  for (let done = 0; done < 5; done += 1) {
    await turn();
    flushes[done]!.done();
  }
  await all;
  expect(batches()).toEqual([[4, 6], [1], [99], [1, 1, 1], [1]]);
});

test("the size of a batch is the sum of its items, and one item larger than that goes alone", async () => {
  const { add, flushes, batches } = slow({ maxInFlight: 1, maxBatch: 10, sizeOf: (item) => item });
  const all = Promise.all([add(4), add(6), add(1), add(10), add(30), add(2)]);
  for (let done = 0; done < 5; done += 1) {
    await turn();
    flushes[done]!.done();
  }
  expect(await all).toEqual(["4", "6", "1", "10", "30", "2"]);
  expect(batches()).toEqual([[4, 6], [1], [10], [30], [2]]);
});

test("a flush that fails fails its own calls, and the next batch is written", async () => {
  const { add, flushes } = slow({ maxInFlight: 1 });
  const first = add(1);
  await turn();
  const second = add(2);
  flushes[0]!.fail(new Error("gone"));
  await expect(first).rejects.toThrow("gone");
  flushes[1]!.done();
  expect(await second).toBe("2");
});

test("a flush that throws before it returns a promise fails its calls and stops nothing", async () => {
  let tries = 0;
  const add = groupCommit<number, number>({
    maxBatch: 10,
    maxInFlight: 1,
    flush: (items) => {
      tries += 1;
      if (tries === 1) throw new Error("at once");
      return Promise.resolve(items);
    },
  });
  await expect(add(1)).rejects.toThrow("at once");
  expect(await add(2)).toBe(2);
});

test("calls that would exceed the limit are refused at once, and there is space again after a flush", async () => {
  const { add, flushes } = slow({ maxInFlight: 1, maxWeight: 10, maxQueued: 20 });
  void add(10);
  await turn();
  const waiting = [add(10), add(10)];
  await expect(add(1)).rejects.toThrow(QueueFull);
  flushes[0]!.done();
  await turn();
  const late = add(1);
  flushes[1]!.done();
  await turn();
  flushes[2]!.done();
  await turn();
  flushes[3]!.done();
  expect(await Promise.all([...waiting, late])).toEqual(["10", "10", "1"]);
});

test("a call heavier than the limit is accepted when nothing waits", async () => {
  const { add, flushes } = slow({ maxInFlight: 1, maxQueued: 20 });
  void add(1);
  await turn();
  const heavy = add(500);
  await expect(add(1)).rejects.toThrow(QueueFull);
  flushes[0]!.done();
  await turn();
  flushes[1]!.done();
  expect(await heavy).toBe("500");
});

test("calls that may linger share a flush, and one that makes it minWeight ends the waiting", async () => {
  const batches: number[][] = [];
  const commit = groupCommit<number, number>({
    maxBatch: 10,
    maxInFlight: 1,
    minWeight: 3,
    lingerMs: 60_000,
    flush: async (items) => {
      batches.push([...items]);
      return items;
    },
  });
  const first = commit(1);
  await new Promise((resolve) => setImmediate(resolve));
  const second = commit(2);
  await new Promise((resolve) => setImmediate(resolve));
  expect(batches).toEqual([]);
  expect(await Promise.all([first, second, commit(3)])).toEqual([1, 2, 3]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test("a call that no other follows lingers no longer than it may", async () => {
  const commit = groupCommit<number, number>({
    maxBatch: 10,
    maxInFlight: 1,
    minWeight: 3,
    lingerMs: 1,
    flush: async (items) => items,
  });
  expect(await commit(1)).toBe(1);
  expect(await commit(2)).toBe(2);
});

test("an urgent call does not linger, nor do those before it", async () => {
  const batches: number[][] = [];
  let isUrgent = false;
  const commit = groupCommit<number, number>({
    maxBatch: 10,
    maxInFlight: 1,
    minWeight: 5,
    lingerMs: 60_000,
    isUrgent: () => isUrgent,
    flush: async (items) => {
      batches.push([...items]);
      return items;
    },
  });
  const first = commit(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(batches).toEqual([]);
  isUrgent = true;
  expect(await Promise.all([first, commit(2)])).toEqual([1, 2]);
  expect(batches).toEqual([[1, 2]]);
});

test("calls that waited too long behind others are refused unwritten, those that came later are written", async () => {
  const batches: number[][] = [];
  const gate = Promise.withResolvers<void>();
  let now = 0;
  const commit = groupCommit<number, number>({
    maxBatch: 10,
    maxInFlight: 1,
    longest: { ms: 5, now: () => now },
    flush: async (items) => {
      batches.push([...items]);
      if (batches.length === 1) await gate.promise;
      return items;
    },
  });
  const first = commit(1);
  await new Promise((resolve) => setImmediate(resolve));
  const overdue = commit(2);
  now = 3;
  const late = commit(3);
  now = 6;
  gate.resolve();
  await expect(overdue).rejects.toThrow(QueueFull);
  expect(await Promise.all([first, late])).toEqual([1, 3]);
  expect(batches).toEqual([[1], [3]]);
});
