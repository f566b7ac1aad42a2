import { describe, expect, it } from "vitest";

import { longestPrefix, prefixRanges } from "./prefix-ranges.ts";

describe("prefixRanges", () => {
  const prefixes = ["+1", "+1876", "+49", "+4915", "+7"];
  const known = new Set(prefixes);

  it.each([
    "+12025550103",
    "+18765550103",
    "+1876",
    "+4915112345601",
    "+49301234567",
    "+33612345606",
    "+79161234567",
    "+9",
    "+0",
  ])("puts %s into one range, the one of its longest prefix", (number) => {
    const found = prefixRanges(prefixes).filter(({ from, to }) => number >= from && number < to);
    expect(found.map(({ prefix }) => prefix)).toEqual([longestPrefix(number, known)]);
  });

  it("covers all numbers without prefixes", () => {
    expect(prefixRanges([])).toEqual([{ prefix: "+", from: "+", to: "+:" }]);
  });
});
