import { expect, test } from "vitest";

import { hashFraction } from "./hash-fraction.ts";

test("draws of similar words are uniform, and the same for the same words", () => {
  const tenths = Array.from({ length: 10 }, () => 0);
  for (let index = 0; index < 20_000; index += 1) {
    const draw = hashFraction("0197a6c2-5b7e-7c3a-9f1e-2b8d4c6e8a10", `+4915${100_000_000 + index}`);
    // Outside of 0 to 1 it would make the sum of the tenths NaN.
    tenths[Math.floor(draw * 10)]! += 1;
  }
  expect(tenths.length).toBe(10);
  for (const count of tenths) expect(Math.abs(count - 2_000)).toBeLessThan(200);
  expect(hashFraction("a", "bc")).toBe(hashFraction("a", "bc"));
});
