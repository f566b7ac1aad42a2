import { expect, test } from "vitest";

import { isEnough, type PreviewedCost } from "./cost.ts";

const credit = (amount: string, currency: string | null = "EUR") => ({
  gateway: "main",
  amount,
  currency,
  unit: currency ?? "messages",
  checkedAt: 0,
});
const cost = (total: string, unpriced = 0): PreviewedCost => ({ currency: "EUR", total, unpriced });

test("credit is enough from exactly the cost on, and none is never enough", () => {
  expect(isEnough(credit("10.5"), cost("10.50"))).toBe(true);
  expect(isEnough(credit("10.49"), cost("10.50"))).toBe(false);
  expect(isEnough(credit("0"), null)).toBe(false);
  expect(isEnough(credit("-3", null), cost("0"))).toBe(false);
});

test("nothing is reported about credit in another currency or in messages, or while a part of the cost is unknown", () => {
  expect(isEnough(null, cost("1"))).toBeNull();
  expect(isEnough(credit("100", "USD"), cost("1"))).toBeNull();
  expect(isEnough(credit("100", null), cost("1"))).toBeNull();
  expect(isEnough(credit("100"), cost("1", 1))).toBeNull();
  expect(isEnough(credit("100"), null)).toBeNull();
  expect(isEnough(credit("unknown"), cost("1"))).toBeNull();
});
