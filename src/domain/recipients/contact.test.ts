import { expect, test } from "vitest";

import { phoneOfContact } from "./contact.ts";

test.each([
  ["0151 1234 5678", "DE", "+4915112345678"],
  ["151 12345678", "DE", "+4915112345678"],
  ["4915112345678", "DE", "+4915112345678"],
  ["49 (151) 123-45678", "de", "+4915112345678"],
  ["+33 6 12 34 56 78", "DE", "+33612345678"],
  ["33612345678", "FR", "+33612345678"],
  ["3020123456", "DE", "+493020123456"],
  ["0033612345678", "DE", "+33612345678"],
  ["(212) 555-0123", "US", "+12125550123"],
  ["1 212 555 0123", "US", "+12125550123"],
  ["06 12 34 56 78", null, "+33612345678"],
  ["06 12 34 56 78", "", "+33612345678"],
  ["06 12 34 56 78", "XX", "+33612345678"],
  // A phone's address book surrounds copied numbers with direction marks.
  ["\u2066+49 151 12345678\u2069", "FR", "+4915112345678"],
  ["0151\u2011123\u221245678", "DE", "+4915112345678"],
  ["０９０－１２３４－５６７８", "JP", "+819012345678"],
  ["＋８１（９０）１２３４ー５６７８", "DE", "+819012345678"],
  ["+49 (0) 151 12345678", "FR", "+4915112345678"],
  ["0151 12345678 ext. 4", "DE", null],
  ["0151 12345678 / 0171 12345678", "DE", null],
  ["call me", "DE", null],
  ["", "DE", null],
  ["12", "DE", null],
])("%s of a person in %s, on a French site, is %s", (phone, country, expected) => {
  expect(phoneOfContact({ phone, country }, "FR")).toBe(expected);
});

test("a person without a number has none", () => {
  expect(phoneOfContact({ phone: null }, "DE")).toBeNull();
});
