import { expect, test } from "vitest";

import { senderPhone } from "./sender-phone.ts";

test.each([
  ["2015550105", "US", "+12015550105"],
  ["9812345678", "IN", "+919812345678"],
  ["13812345678", "CN", "+8613812345678"],
  ["4915112345678", "US", "+4915112345678"],
  ["4915112345678", "DE", "+4915112345678"],
  ["436641234567", "DE", "+436641234567"],
  ["12015550105", "US", "+12015550105"],
  ["0151 12345678", "DE", "+4915112345678"],
  ["rcs:+447400123456", "DE", "+447400123456"],
  ["447400123456", null, "+447400123456"],
  ["+5215512345678", "US", "+525512345678"],
  ["5215512345678", "US", "+525512345678"],
  ["whatsapp:447400123456", null, "+447400123456"],
] as const)("%s, where people are in %s, is %s", (written, country, phone) => {
  expect(senderPhone(written, country)).toBe(phone);
});

test.each(["12345", "ACME", "", "messenger:1234567890123"])("%s is not a phone number", (written) => {
  expect(senderPhone(written, null)).toBeNull();
});
