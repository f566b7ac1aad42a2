import { expect, test } from "vitest";

import { phoneOf, refuseAmbiguous, stateOf } from "./read-cell.ts";

test("a number with a dot before three digits is refused where the decimal separator is a comma, and only there", () => {
  for (const delimiter of [";", "\t"])
    for (const number of ["1.234", "-12.345", "1.234.567"])
      expect(() => refuseAmbiguous(number, { delimiter }), number).toThrow("a thousand or a fraction");
  for (const number of ["1234", "1.2340", "1.5", "3,5", "1234.567"])
    expect(() => refuseAmbiguous(number, { delimiter: ";" }), number).not.toThrow();
  expect(() => refuseAmbiguous("1.234", { delimiter: "," })).not.toThrow();
});

test.each([
  ["2025550163.0", "US", "+12025550163"],
  ["+12025550163.00", null, "+12025550163"],
  ["tel:2025550163.0", "US", "+12025550163"],
  ["4915112345678,0", "DE", "+4915112345678"],
  ["'+12025550163", null, "+12025550163"],
  ["0151.123456.0", "DE", "+491511234560"],
  ["202.555.0163", "US", "+12025550163"],
] as const)(
  "a phone number that a program wrote with a decimal fraction is read without it: %s",
  (text, country, phone) => {
    expect(phoneOf(text, { country })).toBe(phone);
  },
);

test.each(["Opted Out", "opted_out", "OPT-OUT", "Unsubscribed", "Blocked", "suppressed", "Do not contact"])(
  "%s is an opt-out, as other programs write it",
  (text) => {
    expect(stateOf(text)).toBe("unsubscribed");
  },
);
