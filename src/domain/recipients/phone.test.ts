import { getCountries, getCountryCallingCode, getExampleNumber } from "libphonenumber-js/max";
import examples from "libphonenumber-js/examples.mobile.json" with { type: "json" };
import { expect, test } from "vitest";

import { parsePhone, type Country } from "./phone.ts";

const read = (text: string, country: Country | null) => {
  const result = parsePhone(text, country);
  return result.ok ? result.value : result.error;
};

test.each<[string, Country | null, string]>([
  ["+49 (0151) 123-45678", null, "+4915112345678"],
  ["+49 151 12345678", "FR", "+4915112345678"],
  ["0049 151 12345678", "FR", "+4915112345678"],
  ["0151 12345678", "DE", "+4915112345678"],
  ["٠١٥١ ١٢٣٤٥٦٧٨", "DE", "+4915112345678"],
  ["\u200b+49\u2060151 1234\u00ad5678\ufeff", null, "+4915112345678"],
  ["15112345678", "DE", "+4915112345678"],
  ["4915112345678", null, "+4915112345678"],
  ["+52 1 55 1234 5678", null, "+525512345678"],
  ["005215512345678", "DE", "+525512345678"],
  ["5215512345678", null, "+525512345678"],
  ["5215512345678", "MX", "+525512345678"],
  ["+229 97 12 34 56", null, "+2290197123456"],
  ["22997123456", null, "+2290197123456"],
  ["97123456", "BJ", "+2290197123456"],
  ["0197123456", "BJ", "+2290197123456"],
  ["+55 11 8765-4321", null, "+5511987654321"],
  ["551187654321", null, "+5511987654321"],
  ["11 8765-4321", "BR", "+5511987654321"],
  ["(011) 8765-4321", "BR", "+5511987654321"],
  ["11 98765-4321", "BR", "+5511987654321"],
  ["11 3765-4321", "BR", "+551137654321"],
  ["tel:+49-151-12345678", null, "+4915112345678"],
  ["\u202atel:+4915112345678\u202c", null, "+4915112345678"],
  [" TEL: 0151 12345678", "DE", "+4915112345678"],
  ["sms:+4915112345678", "FR", "+4915112345678"],
  ["tel:", "DE", "empty"],
  ["tel:+4915112345678;ext=12", "DE", "not_a_number"],
  ["hotel:+4915112345678", "DE", "not_a_number"],
  ["call me", "DE", "not_a_number"],
  ["12", "DE", "too_short"],
  ["", "DE", "empty"],
])("%s beside the country %s is %s", (text, country, expected) => {
  expect(read(text, country)).toBe(expected);
});

test.each<[string, Country, string]>([
  // Tables list a German town 4915, whose numbers are always written with a zero.
  ["4915100500002", "DE", "+4915100500002"],
  ["491701234567", "DE", "+491701234567"],
  ["49 (151) 123-45678", "DE", "+4915112345678"],
  ["14155550115", "DE", "+14155550115"],
  ["4915112345678", "US", "+4915112345678"],
  ["33612345678", "FR", "+33612345678"],
  ["919876543210", "IN", "+919876543210"],
])(
  "bare digits that are complete with a plus and no number of the country without one are international: %s in %s",
  (text, country, expected) => {
    expect(read(text, country)).toBe(expected);
  },
);

test.each<[string, Country, string]>([
  // With a zero before it, it is a national number, even if it would be valid with a plus.
  ["04915 100500", "DE", "+494915100500"],
  ["3020123456", "DE", "+493020123456"],
  // In this form, it may be a German landline or a British mobile number.
  ["447911123456", "DE", "+49447911123456"],
  ["9876543210", "IN", "+919876543210"],
  ["2125550110", "US", "+12125550110"],
  ["15551234567", "US", "+15551234567"],
  ["89161234567", "RU", "+79161234567"],
  ["6912345678", "GR", "+306912345678"],
  ["3331234567", "IT", "+393331234567"],
  ["11987654321", "BR", "+5511987654321"],
  ["7911123456", "GB", "+447911123456"],
])("what can be a number of the country stays one: %s in %s", (text, country, expected) => {
  expect(read(text, country)).toBe(expected);
});

test("what was read is read as itself again, however often a prefix was written: a phone has one identity", () => {
  const differing: string[] = [];
  let accepted = 0;
  for (const country of getCountries()) {
    const digits = getExampleNumber(country, examples)?.nationalNumber ?? "";
    for (const prefix of ["", "0", "00", "000", "1", "8", "88", "01", "15", "010"]) {
      for (const text of [`+${getCountryCallingCode(country)}${prefix}${digits}`, `${prefix}${digits}`]) {
        const first = parsePhone(text, country);
        if (!first.ok) continue;
        accepted += 1;
        if (read(first.value, country) !== first.value || read(first.value, null) !== first.value) differing.push(text);
      }
    }
  }
  expect(accepted).toBeGreaterThan(1_000);
  expect(differing).toEqual([]);
});

test.each<[string, Country | null, string]>([
  ["+49 00 151 12345678", null, "+4915112345678"],
  ["0049 00 151 12345678", "DE", "+4915112345678"],
  ["+971 00 50 123 4567", null, "+971501234567"],
  // Sixteen digits with the country code.
  ["010115123456789", "DE", "too_long"],
  ["62104808246095", "DE", "too_long"],
])("a prefix that was written twice is left out twice: %s in %s", (text, country, expected) => {
  expect(read(text, country)).toBe(expected);
});
