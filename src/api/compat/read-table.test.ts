import { expect, test } from "vitest";

import { readTable } from "./read-table.ts";

test.each([
  [
    "a,b\nc,d",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "a,b\r\nc,d\r\n",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ['"a, ""b""",c', [['a, "b"', "c"]]],
  ['"two\r\nlines",x\n', [["two\r\nlines", "x"]]],
  [' "a" ,b', [["a", "b"]]],
  ['a"b,c', [['a"b', "c"]]],
  [
    "a,\n,b\n",
    [
      ["a", ""],
      ["", "b"],
    ],
  ],
  ["a\n\nb", [["a"], [""], ["b"]]],
  ["", []],
])("%j", (text, rows) => {
  expect(readTable(text)).toEqual(rows);
});

test("an unclosed quote is not a table: half of it would be one cell", () => {
  expect(readTable('a,b\n"c,d\ne,f\n')).toBeNull();
});

test("a table of two megabytes is read in time that grows with its length", () => {
  expect(readTable("Ann,+15005550000\n".repeat(120_000))).toHaveLength(120_000);
});

test("endless quotes inside a cell are read once: quadratic time would be minutes", () => {
  const cell = 'a"'.repeat(300_000);
  expect(readTable(cell)).toEqual([[cell]]);
  expect(readTable(`${" ".repeat(300_000)}"b"`)).toEqual([["b"]]);
});
