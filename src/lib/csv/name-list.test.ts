import { expect, test } from "vitest";

import { nameList, namesIn } from "./name-list.ts";

test.each([
  [["News"], "News"],
  [["News", "Shop"], "News, Shop"],
  [["Second, with a comma", "News"], '"Second, with a comma", News'],
  [['The "best"', '7" singles', '"'], '"The ""best""", "7"" singles", """"'],
  [[], ""],
])("names in one cell are read again: %j", (names, cell) => {
  expect(nameList(names)).toBe(cell);
  expect(namesIn(cell)).toEqual(names);
});

test.each([
  ['"VIP","Bought, once"', ["VIP", "Bought, once"]],
  [" a ,, b , ", ["a", "b"]],
  ['7" singles, b', ['7" singles', "b"]],
  ['"a" b, c', ['"a" b', "c"]],
  ['"never closed, b', ['"never closed', "b"]],
  [",,,", []],
])("lists as other programs write them are read, too: %s", (cell, names) => {
  expect(namesIn(cell)).toEqual(names);
});

test("a long cell is read without a noticeable delay", () => {
  for (const cell of ['"'.repeat(100_001), " ".repeat(100_000), `"${"a ".repeat(50_000)}`, '"" '.repeat(30_000)]) {
    expect(namesIn(cell).length).toBeLessThan(2);
  }
});
