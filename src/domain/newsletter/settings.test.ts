import { expect, test } from "vitest";

import { hasCode, withCode } from "./settings.ts";

test.each([
  ["{code} is your code. {code}", "123456 is your code. 123456"],
  ["Your code: {{code}} or {{ code }}", "Your code: 123456 or 123456"],
])("the code takes its place in %j", (text, filled) => {
  expect(hasCode(text)).toBe(true);
  expect(withCode(text, "123456")).toBe(filled);
});

test.each(["Your code", "{ code }", "code", "{{coder}}"])("%j has no place for the code", (text) => {
  expect(hasCode(text)).toBe(false);
});
