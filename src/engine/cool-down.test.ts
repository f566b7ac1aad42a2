import { expect, test } from "vitest";

import { second } from "#lib/time";

import { coolDowns } from "./cool-down.ts";

test("each cool-down is twice as long as the one before, up to a minute, until a reset", () => {
  const cooling = coolDowns();
  expect([1, 2, 3, 4, 5].map(() => cooling.start(0) / second)).toEqual([10, 20, 40, 60, 60]);
  cooling.reset();
  expect(cooling.start(0)).toBe(10 * second);
});

test("it lasts until its end, and a margin counts from there", () => {
  const cooling = coolDowns(1_000);
  expect(cooling.isActive(0)).toBe(false);
  cooling.start(5_000);
  expect([5_000, 5_999, 6_000].map((now) => cooling.isActive(now))).toEqual([true, true, false]);
  expect([6_499, 6_500].map((now) => cooling.isActive(now, 500))).toEqual([true, false]);
});

test("a later end prolongs it, an earlier one does not shorten it", () => {
  const cooling = coolDowns(1_000);
  cooling.start(5_000);
  cooling.extend(5_500, 5_100);
  expect(cooling.isActive(5_999)).toBe(true);
  cooling.extend(9_000, 5_100);
  expect([8_999, 9_000].map((now) => cooling.isActive(now))).toEqual([true, false]);
});

test("once the clock is set back before its beginning, it is over", () => {
  const cooling = coolDowns(1_000);
  cooling.start(5_000);
  expect(cooling.isActive(4_999)).toBe(false);
  cooling.extend(4_500, 4_000);
  expect([4_499, 4_500].map((now) => cooling.isActive(now))).toEqual([true, false]);
});
