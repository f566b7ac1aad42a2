import type { Detail } from "../error.ts";
import { parseJudged, parsePhone, type Country, type Phone, type PhoneIssue } from "./phone.ts";

/** Direct numbers of one message. */
export const MAX_NUMBERS = 10_000;

export type NumbersReading = {
  /** Every number once, in the order of first mention. */
  readonly phones: readonly Phone[];
  readonly duplicates: number;
  readonly issues: readonly Detail[];
  /** A sentence for each number of valid length that is in no numbering plan. */
  readonly doubts: readonly string[];
};

const sentences: Readonly<Record<PhoneIssue, string>> = {
  empty: "is empty",
  not_a_number: "is not a phone number",
  too_short: "is too short for a phone number",
  too_long: "is too long for a phone number",
  unknown_country: "does not begin with a known country code, such as +49",
  no_country: "does not say its country: write it with + and the country code, or set TIDINGS_COUNTRY",
};

/** A phrase that follows the name of what should be a number. */
export const phoneReason = (issue: PhoneIssue): string => sentences[issue];

/** Parses the direct numbers of a call, reporting index and reason for each invalid one. */
export function readNumbers(texts: readonly string[], country: Country | null): NumbersReading {
  const phones = new Set<Phone>();
  const issues: Detail[] = [];
  const doubts: string[] = [];
  texts.forEach((text, index) => {
    const result = parseJudged(text, country);
    const path = `numbers[${index}]`;
    if (!result.ok) {
      issues.push({ field: path, code: "invalid_phone", message: sentences[result.error], value: text.slice(0, 40) });
      return;
    }
    const { phone, valid } = result.value;
    if (!valid && !phones.has(phone)) doubts.push(doubtOf(path, phone));
    phones.add(phone);
  });
  return { phones: [...phones], duplicates: texts.length - phones.size - issues.length, issues, doubts };
}

/** The warning about a number that is accepted although it is in no numbering plan. */
export function doubtAbout(field: string, phone: Phone): string | null {
  const result = parseJudged(phone, null);
  return result.ok && !result.value.valid ? doubtOf(field, phone) : null;
}

function doubtOf(field: string, phone: Phone): string {
  return `${field} ${phone} has a valid length, but is not in any numbering plan: it may not exist.`;
}

/** Parses one number; the detail describes its problem. */
export function readPhone(field: string, text: string, country: Country | null): Phone | Detail {
  const result = parsePhone(text, country);
  if (result.ok) return result.value;
  return { field, code: "invalid_phone", message: sentences[result.error], value: text.slice(0, 40) };
}
