import parsePhoneNumber, {
  isSupportedCountry,
  parsePhoneNumberWithError,
  ParseError,
  type CountryCode,
  type PhoneNumber,
} from "libphonenumber-js/max";

import type { Brand } from "#lib/brand";
import { err, ok, type Result } from "#lib/result";

import { isKnownNumber, knownNational, NORTH_AMERICAN } from "./known-numbers.ts";
import { typedNumber } from "./typed-number.ts";

/** An E.164 number with its plus sign: the identity of a person everywhere. */
export type Phone = Brand<string, "Phone">;

/** Two-letter ISO 3166 code of a country whose numbering plan is known. */
export type Country = CountryCode;

export type PhoneIssue = "empty" | "not_a_number" | "too_short" | "too_long" | "unknown_country" | "no_country";

/** Written as it is stored: what applications send. */
const E164 = /^\+[1-9]\d{6,14}$/;
const DIALABLE = /^\+?\d+$/;
/** Digits that may be a national number, or an international one without its plus sign. */
export const BARE = /^[1-9]\d{9,14}$/;
/**
 * Numbers of before a change of a country's numbering plan, which no longer knows them. Stored numbers have the old
 * form still, as have the senders that operators there report: without this, a STOP from such a sender would match no
 * one.
 */
const RENUMBERED = [
  // Until 2019 a mobile number of Mexico had a 1 after the country code.
  [/^\+521(?=\d{10}$)/, "+52"],
  // Since November 2024 every number of Benin begins with 01.
  [/^\+229(?=[2-9]\d{7}$)/, "+22901"],
  // Since November 2016 every mobile number of Brazil has a 9 after the area code. Landlines begin with 2 to 5, trunked
  // radio with 7.
  [/^\+55([1-9]{2})(?=[689]\d{7}$)/, "+55$19"],
] as const;
const renumbered = (number: string): string =>
  RENUMBERED.reduce((text, [old, present]) => text.replace(old, present), number);

/**
 * Turns what a person typed into E.164 (ITU-T E.164: at most 15 digits).
 *
 * Accepted: `+…`, `00…`, national if `country` is given, otherwise bare digits that can only be a number without its
 * plus sign; spaces, dashes, brackets, `tel:` and `sms:` of a link, Arabic-Indic, Persian and full-width digits are
 * normalized. The criterion is *possible* (valid length for its region), not *valid*: numbering plans change faster than
 * tables. With a country, bare digits are a number without its plus sign only if they are unambiguous: `plusLeftOut`.
 */
export function parsePhone(input: string, country: Country | null): Result<Phone, PhoneIssue> {
  const number = parse(input, country);
  return number.ok ? ok(number.value.number as Phone) : number;
}

/**
 * Like `parsePhone`, and also reports whether a numbering plan has such a number. Takes three times as long, except for
 * a number that exists and is written in E.164.
 */
export function parseJudged(
  input: string,
  country: Country | null,
): Result<{ readonly phone: Phone; readonly valid: boolean }, PhoneIssue> {
  const number = parse(input, country);
  if (!number.ok) return number;
  return ok({ phone: number.value.number as Phone, valid: number.value.isValid() });
}

/** What a numbering plan says a number is for. */
export const numberTypes = [
  "mobile",
  "fixed_line",
  "fixed_line_or_mobile",
  "voip",
  "toll_free",
  "premium_rate",
  "shared_cost",
  "personal_number",
  "pager",
  "uan",
  "voicemail",
] as const;
export type NumberType = (typeof numberTypes)[number];

/** What the numbering plans know of a number. `country` null: none, such as satellite phones. `type` null: not said. */
export function describePhone(phone: Phone): {
  readonly valid: boolean;
  readonly country: Country | null;
  readonly type: NumberType | null;
} {
  const number = parsePhoneNumber(phone);
  const type = number?.getType()?.toLowerCase();
  return {
    valid: number?.isValid() ?? false,
    country: number?.country ?? null,
    type: numberTypes.find((known) => known === type) ?? null,
  };
}

const isValid = (): boolean => true;

function parse(
  input: string,
  country: Country | null,
): Result<{ readonly number: string; isValid(): boolean }, PhoneIssue> {
  if (E164.test(input) && isKnownNumber(input)) return ok({ number: input, isValid });
  let text = typedNumber(input);
  if (text === "") return err("empty");
  if (!DIALABLE.test(text)) return err("not_a_number");
  if (text.startsWith("00")) text = `+${text.slice(2)}`;
  text = renumbered(text);
  if (!text.startsWith("+") && country === null) return withoutCountry(text);
  const national = country === null ? null : knownNational(text, country);
  if (national !== null && renumbered(national) === national) return ok({ number: national, isValid });
  if (text.length > 16 && text.startsWith("+")) return err("too_long");
  try {
    const number = parsePhoneNumberWithError(
      text,
      country === null ? { extract: false } : { defaultCountry: country, extract: false },
    );
    if (country !== null && BARE.test(text) && !isMobileIn(number, country)) {
      const complete = plusLeftOut(text, country, number.isValid());
      if (complete !== null) return ok(complete);
    }
    const present = renumbered(number.number);
    if (present !== number.number) return parse(present, null);
    if (!number.isPossible()) return err(lengthIssue(text));
    if (present.length > 16) return err("too_long");
    // The library leaves out one prefix at a time, and `+49 00 151…` would be a second number of the phone.
    return present === text || isKnownNumber(present) ? ok(number) : parse(present, null);
  } catch (error) {
    return err(error instanceof ParseError ? issueOf(error.message, text) : "not_a_number");
  }
}

/**
 * Digits without any stated country. `4915112345678` exists with a plus sign; `2015550105` does as well, in Egypt, but
 * someone in New Jersey wrote it: a complete North American number is never read as one from elsewhere.
 */
function withoutCountry(digits: string): Result<PhoneNumber, PhoneIssue> {
  const issue = lengthIssue(digits);
  if (issue !== "not_a_number") return err(issue);
  const number = withPlus(digits);
  if (!number?.isValid()) return err("no_country");
  return NORTH_AMERICAN.test(digits) && parsePhoneNumber(`+1${digits}`)?.isValid() ? err("no_country") : ok(number);
}

/**
 * `4915112345678` in Germany is a mobile number without its plus sign, not a number of the town 4915, although the
 * tables have such a town; `14155550115` is not a German number at all. What may be a number of the country stays one.
 */
function plusLeftOut(digits: string, country: Country, isNational: boolean): PhoneNumber | null {
  const complete = withPlus(digits);
  if (!complete?.isValid()) return null;
  return !isNational || isMobileIn(complete, country) ? complete : null;
}

const withPlus = (digits: string): PhoneNumber | undefined => parsePhoneNumber(renumbered(`+${digits}`));

function isMobileIn(number: PhoneNumber, country: Country): boolean {
  return number.country === country && ["MOBILE", "FIXED_LINE_OR_MOBILE"].includes(number.getType() ?? "");
}

function issueOf(code: string, text: string): PhoneIssue {
  if (code === "TOO_SHORT") return "too_short";
  if (code === "TOO_LONG") return "too_long";
  if (code === "INVALID_COUNTRY") return "unknown_country";
  return lengthIssue(text) === "too_short" ? "too_short" : "not_a_number";
}

function lengthIssue(text: string): PhoneIssue {
  return text.replace("+", "").length < 8
    ? "too_short"
    : text.replace("+", "").length > 15
      ? "too_long"
      : "not_a_number";
}

/** Whether numbers can be read with this country as the default. */
export function isCountry(code: string): code is Country {
  return isSupportedCountry(code);
}
