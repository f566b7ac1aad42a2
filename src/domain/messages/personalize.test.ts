import { expect, test } from "vitest";

import { longestOf } from "./personalize.ts";

test("the longest text has the most segments, and of several the most characters", () => {
  const [short, long, special] = [
    { text: "Hello Al", segments: 1 },
    { text: "Hello Konstantin", segments: 1 },
    { text: "Hello Żo", segments: 2 },
  ];
  expect(longestOf([])).toBeNull();
  expect(longestOf([short, long])).toBe(long);
  expect(longestOf([long, short])).toBe(long);
  expect(longestOf([long, special, short])).toBe(special);
});
