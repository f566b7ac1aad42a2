const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;
/** Between groups of digits, in the languages of the console, and the direction marks of what was copied. */
const SEPARATORS = /[\s,.'’\u060c\u066b\u066c\u200e\u200f\u2066-\u2069]/g;

const plain = (text: string): string =>
  text
    .replaceAll(OTHER_DIGITS, (digit) => String(digit.codePointAt(0)! & 0xf))
    .replaceAll(SEPARATORS, "")
    .toLowerCase();

/** Whether a person typed what they were asked to type: in any digits, with or without separators. */
export const isTypedAs = (typed: string, wanted: string): boolean => plain(typed) === plain(wanted);
