import { describe, expect, it } from "vitest";

import { decimal, millionths } from "./prices.ts";

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
