import { expect, test } from "vitest";

import { priceTable } from "../credit/prices.ts";
import { costOf, countriesOf, isEnough, type PreviewedCost } from "./cost.ts";

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

test("the cost is that of all parts, and says for how many people no price is set", () => {
  const prices = priceTable({
    currency: "EUR",
    segments: [
      { prefix: "+44", price: "0.04" },
      { prefix: "+49", price: "0.0755" },
    ],
    gateways: [],
  });
  const people = new Map([
    ["+49", 10],
    ["+44", 3],
    ["+1", 10],
  ]);
  const countries = countriesOf(
    people,
    prices,
    () => "main",
    (prefix) => (prefix === "+44" ? 1.5 : 2),
  );
  expect(countries.map(({ prefix, segments, price, cost: part }) => [prefix, segments, price, part])).toEqual([
    ["+1", 20, null, null],
    ["+49", 20, "0.0755", "1.51"],
    ["+44", 5, "0.04", "0.20"],
  ]);
  expect(costOf(countries, prices)).toEqual({ currency: "EUR", total: "1.71", unpriced: 10 });
});

test("without a currency there is no cost", () => {
  expect(costOf([], { currency: null })).toBeNull();
});
