import parsePhoneNumber, { type NumberType } from "libphonenumber-js/max";

import type { Country, Phone } from "../recipients/phone.ts";

/** Types of numbers that cost the sender more than a mobile phone, or that no person reads. */
const CLOSED_TYPES: ReadonlySet<NumberType> = new Set<NumberType>([
  "PREMIUM_RATE",
  "SHARED_COST",
  "PERSONAL_NUMBER",
  "PAGER",
  "VOICEMAIL",
  "UAN",
  "TOLL_FREE",
]);

/**
 * Numbers for tests, in a range that is never assigned: the sandbox and several providers simulate outcomes by them.
 */
const FOR_TESTS = "+1500555";

/** For numbers with an unassigned country code; ISO 3166 reserves this code for private use. */
const NOWHERE = "ZZ";

export type Destination = {
  /**
   * null: satellite networks, international services, and numbers under the calling code of several countries that are
   * in none of their plans.
   */
  readonly country: Country | null;
  /** What codes are counted by in place of a country: its ISO code, or `+44` for numbers that no plan there has. */
  readonly area: string;
  /** A number that never needs a code. */
  readonly special: boolean;
};

/** Where a code would go. */
export function destinationOf(phone: Phone): Destination {
  const number = parsePhoneNumber(phone);
  if (!number) return { country: null, area: NOWHERE, special: true };
  const country = number.country ?? null;
  const area = country ?? `+${number.countryCallingCode}`;
  const type = number.getType();
  const isClosed = number.isNonGeographic() || (type !== undefined && CLOSED_TYPES.has(type));
  return { country, area, special: isClosed && !phone.startsWith(FOR_TESTS) };
}

/** The digits that numbers allocated together share. */
export function prefixOf(phone: Phone): string {
  return phone.slice(0, -4);
}
