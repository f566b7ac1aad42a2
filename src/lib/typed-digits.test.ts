import { expect, it } from "vitest";

import { typedCode } from "./typed-digits.ts";

it.each([
  ["123456", "123456"],
  [" 123 456 ", "123456"],
  ["123-456", "123456"],
  ["١٢٣٤٥٦", "123456"],
  ["۱۲۳۴۵۶", "123456"],
  ["１２３４５６", "123456"],
  ["\u200f123\u2013456\u200e", "123456"],
  ["abc", "abc"],
])("a code typed as %j is %j", (text, code) => {
  expect(typedCode(text)).toBe(code);
});
