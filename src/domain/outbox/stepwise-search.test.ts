import { expect, test } from "vitest";

import { rowsOfStep } from "./stepwise-search.ts";

test("steps grow while there is time for them", () => {
  expect(rowsOfStep(0, null, 1_000)).toBe(128);
  expect(rowsOfStep(1, { rows: 128, ms: 1 }, 999)).toBe(2_048);
  expect(rowsOfStep(2, { rows: 2_048, ms: 8 }, 991)).toBe(16_384);
  expect(rowsOfStep(9, { rows: 16_384, ms: 50 }, 400)).toBe(16_384);
});

test("the largest step is not taken if it would exceed the remaining time", () => {
  expect(rowsOfStep(2, { rows: 2_048, ms: 400 }, 600)).toBe(2_048);
  expect(rowsOfStep(9, { rows: 16_384, ms: 900 }, 100)).toBe(2_048);
});
