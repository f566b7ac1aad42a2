import { getCountries, parsePhoneNumberWithError, type CountryCode } from "libphonenumber-js/max";
import examples from "libphonenumber-js/mobile/examples";
import metadata from "libphonenumber-js/metadata.max";
import { expect, test } from "vitest";

import { seeded } from "../../../test/support/engine/seeded.ts";
import { isKnownNumber, knownNational } from "./known-numbers.ts";

/** Numbers of each calling code. */
const EACH = 5_000;

const codes = Object.keys(metadata.country_calling_codes as Record<string, readonly string[]>);

/** The library's: the number as it would write it, and whether a plan has it. */
function judged(number: string): string | null {
  try {
    const parsed = parsePhoneNumberWithError(number, { extract: false });
    return parsed.isValid() && parsed.isPossible() ? parsed.number : null;
  } catch {
    return null;
  }
}

const differing = (numbers: Iterable<string>): string[] =>
  [...numbers].filter((number) => isKnownNumber(number) && judged(number) !== number);

test("known numbers exist for the library too, which leaves them unchanged: a million random numbers of every calling code", () => {
  const { whole } = seeded(20_261_126);
  // Seven at once: a random number has 32 bits.
  const digits = (count: number): string =>
    count > 7 ? digits(7) + digits(count - 7) : String(whole(0, 10 ** count - 1)).padStart(count, "0");
  const numbers = codes.flatMap((code) =>
    Array.from({ length: EACH }, (_, index) => `+${code}${digits(4 + (index % 11))}`),
  );
  expect(numbers.length).toBeGreaterThan(1_000_000);
  const existing = numbers.filter(isKnownNumber);
  expect(existing.length).toBeGreaterThan(40_000);
  expect(differing(existing)).toEqual([]);
});

test("the same of numbers beside those that exist: digits changed, added and left out", () => {
  const numbers = Object.entries(examples as Record<string, string>).flatMap(([country, national]) => {
    const code = (metadata.countries as unknown as Record<string, readonly [string]>)[country]![0];
    const near = [...national].flatMap((_, at) =>
      Array.from({ length: 10 }, (_digit, digit) => national.slice(0, at) + digit + national.slice(at + 1)),
    );
    const prefixed = ["0", "1", "8", "00", "06", "15", "9"].map((prefix) => prefix + national);
    return [...near, ...prefixed, national.slice(0, -1), `${national}0`].map((digits) => `+${code}${digits}`);
  });
  expect(differing(numbers)).toEqual([]);
});

/** The number that the library reads, if a plan has it. */
function readNational(text: string, country: CountryCode): string | null {
  try {
    const parsed = parsePhoneNumberWithError(text, { defaultCountry: country, extract: false });
    return parsed.isValid() && parsed.isPossible() ? parsed.number : null;
  } catch {
    return null;
  }
}

test("numbers as people of a country write them are read as the library reads them: random ones of every country, and those beside an example", () => {
  const { whole } = seeded(20_261_129);
  const digits = (count: number): string =>
    count > 7 ? digits(7) + digits(count - 7) : String(whole(0, 10 ** count - 1)).padStart(count, "0");
  const written = getCountries().flatMap((country) => {
    const random = Array.from(
      { length: 1_500 },
      (_, index) => `${index % 3 === 0 ? "" : "0"}${digits(6 + (index % 8))}`,
    );
    const national = (examples as Record<string, string>)[country] ?? "";
    const near = [...national].flatMap((_, at) =>
      Array.from({ length: 10 }, (_digit, digit) => national.slice(0, at) + digit + national.slice(at + 1)),
    );
    const beside = near.flatMap((number) => ["", "0", "1", "01", "010", "011", "00"].map((prefix) => prefix + number));
    return [...random, ...beside].map((text) => ({ text, country }));
  });
  const known = written.flatMap((one) => {
    const number = knownNational(one.text, one.country);
    return number === null ? [] : [{ ...one, number }];
  });
  expect(known.length).toBeGreaterThan(15_000);
  expect(new Set(known.map(({ country }) => country)).size).toBeGreaterThan(80);
  expect(known.filter(({ text, country, number }) => readNational(text, country) !== number)).toEqual([]);
});

test("most mobile numbers are written with a 0 or as ten digits, and are known without the parser", () => {
  expect(knownNational("015112345678", "DE")).toBe("+4915112345678");
  expect(knownNational("07400123456", "GB")).toBe("+447400123456");
  expect(knownNational("2025550163", "US")).toBe("+12025550163");
  expect(knownNational("15112345678", "DE")).toBeNull();
  // Abroad from Japan is 010.
  expect(knownNational("01044740012345", "JP")).toBeNull();
});

test("an example of a mobile number of nearly every country is known, without the parser", () => {
  const missed = Object.entries(examples as Record<string, string>).filter(
    ([country, national]) =>
      !isKnownNumber(
        `+${(metadata.countries as unknown as Record<string, readonly [string]>)[country]![0]}${national}`,
      ),
  );
  // A mobile number there begins with the digit that the library may strip.
  expect(missed.map(([country]) => country)).toEqual(["AR"]);
});

test.each(["+", "+4", "+999123456789", "+49", "+0049151", "+4915112345678901234"])(
  "%s is left to the parser",
  (text) => {
    expect(isKnownNumber(text)).toBe(false);
  },
);
