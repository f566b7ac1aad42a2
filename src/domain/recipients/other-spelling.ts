import type { Phone } from "./phone.ts";

/** Area code and number have ten digits together, and area codes begin with 1, 2 or 3. */
export const ARGENTINE = /^\+54(9?)([123]\d{9})$/;

/**
 * The other number that reaches the same phone; null: there is none. In Argentina a mobile number is called with a 9
 * after the country code and gets texts without it. People write both, and operators report either as a sender.
 */
export function otherSpelling(phone: Phone): Phone | null {
  const [, nine, rest] = ARGENTINE.exec(phone) ?? [];
  return rest === undefined ? null : (`+54${nine === "" ? "9" : ""}${rest}` as Phone);
}

/** Of a phone's numbers, the one under which the phone is counted: without the 9. */
export function countedAs(phone: Phone): Phone {
  const other = phone.startsWith("+549") ? otherSpelling(phone) : null;
  return other ?? phone;
}

/** The numbers of a list without those that reach the same phone as an earlier one. Each occurs once. */
export function eachPhoneOnce(numbers: readonly Phone[]): readonly Phone[] {
  if (numbers.length < 2) return numbers;
  const kept = new Set<Phone | null>();
  const once = numbers.filter((phone) => {
    const isRepeated = kept.has(otherSpelling(phone));
    if (!isRepeated) kept.add(phone);
    return !isRepeated;
  });
  return once.length === numbers.length ? numbers : once;
}

/**
 * These numbers and the other ones of the same phones, each once, in the order of numbers, in which they are locked.
 */
export function everySpelling(numbers: readonly Phone[]): readonly Phone[] {
  const others = numbers.map(otherSpelling).filter((phone) => phone !== null);
  return [...new Set([...numbers, ...others])].toSorted();
}
