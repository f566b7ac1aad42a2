import { expect, test } from "vitest";

import { asCell, csvRow, textOfCell } from "./cells.ts";

test.each([
  "=1+1",
  "+1-1",
  "-1",
  "-",
  "- 1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\uFF1D1+1",
  "\uFF0B1",
  "\uFF0D1",
  "\uFF20SUM(A1)",
])("%j would be a formula in a program that reads the table, and becomes text", (text) => {
  expect(asCell(text)).toMatch(/^\s?'/);
  expect(textOfCell(asCell(text))).toBe(text);
});

test.each(["+4915112345678", "4711", "Shop", "", "a=b", "100\uFF1D", "a; b", "a;b", "a\nb", ";-)", "Hi ;-) and ;+)"])(
  "%j stays unchanged",
  (text) => {
    expect(asCell(text)).toBe(text);
  },
);

test("an import removes exactly what an export has added, from any text", () => {
  let texts = [""];
  for (let length = 1; length <= 5; length += 1) {
    texts = texts.flatMap((text) => [..."'\";\n=-) 1"].map((letter) => text + letter));
    const differing = texts.filter((text) => {
      const cell = asCell(text);
      return textOfCell(cell) !== text || asCell(textOfCell(cell)) !== cell;
    });
    expect(differing).toEqual([]);
  }
});

/** The cells of a row for a program whose list separator is not the comma: a quotation mark within a cell is a letter. */
const readWith = (separator: string, row: string): string[] => row.split(new RegExp(`${separator}|\r?\n|\r`));

test.each([";", "\t"])("no cell is a formula where a program separates them at %j", (separator) => {
  const formula = "=cmd|' /C calc'!A0";
  for (const text of [
    `Ann${separator}${formula}${separator}x`,
    `Ann, "of"${separator}${formula}${separator}`,
    `Ann\n${formula}`,
    `Ann\r${formula}`,
    `${separator}${formula}`,
    `${separator}${separator}'${formula}`,
    `Ann${separator}"${formula}${separator}x`,
    `Ann${separator}""'"${formula}${separator}x`,
    `a\n${separator}+1${separator}-1${separator}@A1${separator}\uFF1D1`,
  ]) {
    const cells = readWith(separator, csvRow(["+4915112345678", text, 3]));
    expect(cells.filter((cell) => /^"*[=+\-@\uFF1D]/.test(cell) && !/^\+\d+(,|$)/.test(cell))).toEqual([]);
    expect(textOfCell(asCell(text))).toBe(text);
  }
});
