import { expect, test } from "vitest";

import { EMPTY_HISTOGRAM, latencyOf, type Histogram } from "./latency.ts";

const having = (counts: Readonly<Record<number, number>>): Histogram => EMPTY_HISTOGRAM.map((_, at) => counts[at] ?? 0);

test("without a latency there is no percentile", () => {
  expect(latencyOf(EMPTY_HISTOGRAM)).toEqual({ count: 0, p50: null, p95: null, within10s: null });
});

test("ten seconds are the end of a bucket", () => {
  expect(latencyOf(having({ 8: 9, 9: 1 }))).toMatchObject({ count: 10, within10s: 0.9 });
});

test("percentiles are interpolated within a bucket, and never beyond the last bound", () => {
  // From 1 s to 1.78 s.
  const { p50, p95 } = latencyOf(having({ 5: 100 }));
  expect([p50, p95]).toEqual([1_334, 1_728]);
  expect(latencyOf(having({ 0: 100 })).p50).toBe(50);
  expect(latencyOf(having({ 25: 100 }))).toMatchObject({ p50: 100_000_000, p95: 100_000_000 });
});
