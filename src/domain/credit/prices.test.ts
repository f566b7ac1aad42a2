import { describe, expect, it } from "vitest";

import { decimal, millionths, priceTable, priceSection } from "./prices.ts";

describe("prices", () => {
  it.each([
    ["0.0745", 74_500, "0.0745"],
    ["1", 1_000_000, "1.00"],
    ["0.1", 100_000, "0.10"],
    ["0.000001", 1, "0.000001"],
    ["12.5", 12_500_000, "12.50"],
  ])("%s is exact in millionths, and back", (price, whole, shown) => {
    expect(millionths(price)).toBe(whole);
    expect(decimal(whole)).toBe(shown);
  });

  it("adds a million segments without rounding", () => {
    expect(decimal(millionths("0.0745") * 1_000_000)).toBe("74500.00");
  });
});

const settings = {
  currency: "EUR",
  segments: [
    { prefix: "+49", price: "0.07" },
    { prefix: "+4915", price: "0.08" },
    { prefix: "+4915", price: "0.09" },
  ],
  gateways: [
    { gateway: "cheap", segments: [{ prefix: "+49", price: "0.01" }] },
    { gateway: "flat", segments: [{ prefix: "+", price: "0.5" }] },
    { gateway: "constructor", segments: [] },
  ],
};

describe("prices of a gateway", () => {
  const table = priceTable(settings);

  it.each([
    ["its own price, although the common one has a longer prefix", "cheap", "+4915112345678", "0.01"],
    ["its own for all numbers", "flat", "+4915112345678", "0.5"],
    ["the common price if none of its own fits", "cheap", "+33612345678", null],
    [
      "the common price if it has none of its own, and the last of two equal prefixes",
      "other",
      "+4915112345678",
      "0.09",
    ],
    ["the common price for an unknown gateway", null, "+4917012345678", "0.07"],
    ["that of numbers that begin so", null, "+49", "0.07"],
    ["none", null, "+4", null],
    ["the common price, whatever the gateway's name", "__proto__", "+4917012345678", "0.07"],
  ])("%s", (_, gateway, number, price) => {
    expect(table.priceOf(gateway, number)).toBe(price);
  });

  it("cover every number where each gateway has a price for all others", () => {
    expect([table.covers(["flat"]), table.covers(["flat", "cheap"]), table.covers([])]).toEqual([true, false, false]);
    const all = priceTable({ ...settings, segments: [{ prefix: "+", price: "1" }] });
    expect([all.covers(["cheap"]), all.covers([])]).toEqual([true, true]);
  });

  it("divide numbers only by the prefixes of the gateways in question", () => {
    expect(new Set(table.prefixesAt(["cheap"]))).toEqual(new Set(["+49", "+4915"]));
    expect(table.prefixesAt(["flat"])).toContain("+");
  });

  it("include every price that some number has there", () => {
    expect(table.pricesAt(["flat"])).toEqual(["0.5"]);
    expect(table.pricesAt(["cheap"]).toSorted()).toEqual(["0.01", "0.07", "0.09"]);
    expect(table.pricesAt(null)).toContain("0.5");
  });
});

it("requires a currency, each gateway once, and no more prices than can be read quickly", () => {
  const check = (value: object) =>
    priceSection.check!({ ...priceSection.defaults, ...value }).map(({ field }) => field);
  expect(check(settings)).toEqual([]);
  expect(check({ ...settings, currency: null, segments: [] })).toEqual(["currency"]);
  const twice = [...settings.gateways, { gateway: "cheap", segments: [] }];
  expect(check({ ...settings, gateways: twice })).toEqual(["gateways[3].gateway"]);
  const many = Array.from({ length: 1_000 }, (_, index) => ({ prefix: `+${index}`, price: "1" }));
  const gateways = ["a", "b", "c", "d", "e"].map((gateway) => ({ gateway, segments: many }));
  expect(check({ ...settings, gateways })).toEqual(["gateways"]);
});
