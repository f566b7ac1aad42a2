import { expect, test } from "vitest";

import { countedName } from "./counted-name.ts";

test("letters that WordPress reads as others, and characters that a collation ignores, make no other name", () => {
  for (const spelling of ["ødin", "oðin", "ođın", "o\u200Bd\u00ADi\u0007n", "ＯＤＩＮ", "O%64đí&amp;n"])
    expect(countedName(spelling), spelling).toBe("odin");
  expect(countedName("anne")).toBe(countedName("ann€"));
  expect(countedName("łukasz")).toBe("lukasz");
});

test("names of other letters stay apart", () => {
  const names = ["odin", "odina", "один", "زهرا", "زهره", "anna@example.org", "anna@example.com", "a.b", "a-b", "ab"];
  expect(new Set(names.map(countedName)).size).toBe(names.length);
});
