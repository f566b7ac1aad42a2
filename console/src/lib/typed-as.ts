import { plainDigits } from "./plain-digits.ts";

/** Between groups of digits, in the languages of the console, and the direction marks of what was copied. */
const SEPARATORS = /[\s,.'’\u060c\u066b\u066c\u200e\u200f\u2066-\u2069]/g;

const plain = (text: string): string => plainDigits(text).replaceAll(SEPARATORS, "").toLowerCase();

/** Whether a person typed what they were asked to type: in any digits, with or without separators. */
export const isTypedAs = (typed: string, wanted: string): boolean => plain(typed) === plain(wanted);
