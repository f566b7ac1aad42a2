import { expect, test } from "vitest";

import { asCell } from "./cells.ts";

test.each(["=1+1", "+1-1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\uFF1D1+1", "\uFF0B1", "\uFF0D1", "\uFF20SUM(A1)"])(
  "%j would be a formula in a program that reads the table, and becomes text",
  (text) => {
    expect(asCell(text)).toBe(`'${text}`);
  },
);

test.each(["+4915112345678", "4711", "Shop", "", "a=b", "100\uFF1D"])("%j stays unchanged", (text) => {
  expect(asCell(text)).toBe(text);
});
