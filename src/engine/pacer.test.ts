import { expect, test } from "vitest";

import { pacer } from "./pacer.ts";

/** Sends as early as the pacer lets one, and tells when. */
function sendAll(rate: number | null, segments: readonly number[]): number[] {
  let now = 1_000_000;
  const pace = pacer(rate, { now: () => now });
  return segments.map((count) => {
    now += pace.waitMs();
    pace.spend(count);
    return now - 1_000_000;
  });
}

test("texts leave evenly, none before its time", () => {
  expect(sendAll(10, [1, 1, 1, 1])).toEqual([0, 100, 200, 300]);
});

test("a long text holds up what follows for each of its segments", () => {
  expect(sendAll(1, [10, 1])).toEqual([0, 10_000]);
});

test("quiet time is not saved up", () => {
  let now = 0;
  const pace = pacer(10, { now: () => now });
  pace.spend(1);
  now = 60_000;
  expect(pace.waitMs()).toBe(0);
  pace.spend(1);
  expect(pace.waitMs()).toBe(100);
});

test("a clock that is set back stops nothing", () => {
  let now = 3_600_000;
  const pace = pacer(10, { now: () => now });
  pace.spend(1);
  now = 0;
  expect(pace.waitMs()).toBe(0);
});

test("without a rate nobody waits", () => {
  expect(sendAll(null, [1, 10, 1])).toEqual([0, 0, 0]);
});
