import { expect, test } from "vitest";

import { codeTexts } from "#domain/newsletter/code-texts";
import { withCode } from "#domain/newsletter/settings";
import { otpTexts } from "#domain/otp/otp-texts";

import { findCode } from "../../console/src/app/shell/sandbox-phone/find-code.ts";

test.each([
  ["Your activation code is 587396. If you did not subscribe, ignore this message.", "587396"],
  ["004211 is your code.", "004211"],
  ["Code:123456", "123456"],
  ["رمزك هو 123456", "123456"],
  ["123456 is your code.\n\n@example.com #123456", "123456"],
  ["Call +49 151 234567 or +123456", "234567"],
  ["Order 4711 and 12345678", null],
  ["https://shop.example/t/123456", null],
  ["AB123456 or 123456x", null],
  ["Bring 1234567 or 12345", null],
  ["", null],
])("the code of %j is %j", (text, code) => {
  expect(findCode(text)).toBe(code);
});

test.each([...Object.values(otpTexts), ...Object.values(codeTexts)])("the code stands by itself in %j", (text) => {
  expect(findCode(withCode(text.replace("{{sender}}", "Acme 24"), "123456"))).toBe("123456");
});
