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

/** Numbers for tests, in a range that is assigned to nobody: the sandbox and several providers simulate outcomes by them. */
const FOR_TESTS = "+1500555";

export type Destination = {
  /** null: satellite networks, international services, and numbers that no numbering plan has. */
  readonly country: Country | null;
  /** A type of number that never needs a code. */
  readonly special: boolean;
};

/** Where a code would go. */
export function destinationOf(phone: Phone): Destination {
  const number = parsePhoneNumber(phone);
  const country = number?.country ?? null;
  if (phone.startsWith(FOR_TESTS)) return { country, special: false };
  const type = number?.getType();
  return { country, special: country === null || (type !== undefined && CLOSED_TYPES.has(type)) };
}

/** The digits that numbers allocated together share. */
export function prefixOf(phone: Phone): string {
  return phone.slice(0, -4);
}
