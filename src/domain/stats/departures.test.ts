import { expect, test } from "vitest";

import { departureWidth, MAX_DEPARTURES } from "./departures.ts";

const start = Date.UTC(2027, 0, 1, 10, 0, 7);

test.each([
  ["one moment", 0, 10],
  ["19 minutes", 19 * 60, 10],
  ["21 minutes", 21 * 60, 60],
  ["two and a half hours", 9_000, 300],
  ["a day", 86_400, 900],
  ["a week", 7 * 86_400, 21_600],
  ["four months", 119 * 86_400, 86_400],
  ["two years", 730 * 86_400, 7 * 86_400],
])("%s is shown in intervals that are short and not too many", (_name, seconds, width) => {
  const end = start + seconds * 1_000;
  expect(departureWidth(start, end)).toBe(width);
  expect(Math.floor(end / 1_000 / width) - Math.floor(start / 1_000 / width)).toBeLessThan(MAX_DEPARTURES + 1);
});
