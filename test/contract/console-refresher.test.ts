import { expect, test } from "vitest";

import { refresher } from "../../console/src/api/refresher.ts";

/** A service in which every read of a topic takes `takes` milliseconds, changes every 100 ms, and an observing tab. */
async function readsIn(milliseconds: number, takes: (at: number) => number): Promise<readonly number[]> {
  let now = 0;
  const timers: { at: number; work: () => void }[] = [];
  const after = (wait: number, work: () => void): void => void timers.push({ at: now + wait, work });
  const reads: number[] = [];
  let reading = 0;
  const refresh = refresher(
    {
      isFetching: () => reading,
      invalidateQueries: () => {
        reads.push(now);
        reading += 1;
        return new Promise<void>((resolve) => {
          after(takes(now), () => {
            reading -= 1;
            resolve();
          });
        });
      },
    },
    { now: () => now, after },
  );
  const change = (): void => {
    refresh("outbox");
    after(100, change);
  };
  change();
  while (now < milliseconds) {
    timers.sort((one, other) => one.at - other.at);
    const next = timers.shift()!;
    now = next.at;
    next.work();
    // What a promise continues with runs before the next timer, as in a browser.
    await new Promise(setImmediate);
  }
  return reads;
}

test("a topic that changes all the time is read again once a second", async () => {
  const reads = await readsIn(10_000, () => 20);
  expect(reads.length).toBeGreaterThanOrEqual(8);
  expect(reads.length).toBeLessThanOrEqual(10);
});

test("a list that takes seconds to read is read for a quarter of the time at most", async () => {
  const reads = await readsIn(60_000, () => 3_000);
  expect(reads.length).toBeGreaterThanOrEqual(4);
  expect(reads.length * 3_000).toBeLessThanOrEqual(60_000 / 4 + 3_000);
});

test("after a read that waited ten minutes for the network, the next one comes within half a minute", async () => {
  const outage = 600_000;
  const reads = await readsIn(outage + 40_000, (at) => (at < outage ? outage : 20));
  expect(reads[1]).toBeGreaterThan(outage);
  expect(reads[1]).toBeLessThan(outage + 32_500);
});

test("a change waits for every read of its topic, also one that began before its screen was open, and reads once more", () => {
  const timers: (() => void)[] = [];
  const queries = [
    { queryKey: ["inbox", "thread"], meta: { alsoTopic: "outbox" }, isActive: false, isReading: true, reads: 0 },
    { queryKey: ["outbox", "list"], meta: undefined, isActive: true, isReading: false, reads: 0 },
    { queryKey: ["groups"], meta: undefined, isActive: true, isReading: true, reads: 0 },
  ];
  type Which = { readonly predicate: (query: (typeof queries)[number]) => boolean; readonly type?: "active" };
  const found = ({ predicate, type }: Which) => queries.filter((one) => predicate(one) && (!type || one.isActive));
  const refresh = refresher(
    {
      isFetching: (which) => found(which).filter(({ isReading }) => isReading).length,
      invalidateQueries: async (which) => found(which).forEach((one) => (one.reads += 1)),
    },
    { now: () => 0, after: (_, work) => void timers.push(work) },
  );
  const reads = () => queries.map((one) => one.reads);
  refresh("outbox");
  timers.shift()!();
  expect(reads()).toEqual([0, 0, 0]);
  queries[0]!.isReading = false;
  timers.shift()!();
  expect(reads()).toEqual([1, 1, 0]);
});
