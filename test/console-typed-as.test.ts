import { expect, test } from "vitest";

import { isTypedAs } from "../console/src/lib/typed-as.ts";

test.for([
  ["47415", "47,415"],
  ["47.415", "47.415"],
  ["47 415", "47 415"],
  ["۴۷۴۱۵", "۴۷٬۴۱۵"],
  ["47415", "۴۷٬۴۱۵"],
  ["Everybody ", "everybody"],
  ["+44 7700 900123", "+447700900123"],
] as const)("%j is what %j asks for", ([typed, wanted]) => {
  expect(isTypedAs(typed, wanted)).toBe(true);
});

test("another number, a part of it or nothing is not", () => {
  for (const typed of ["47414", "4741", "", "۴۷۴۱۴"]) expect(isTypedAs(typed, "۴۷٬۴۱۵")).toBe(false);
});
