/** Arabic-Indic, Persian and full-width digits, as keyboards of other scripts write them. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;
/** Spaces, direction marks, which copied text of a right-to-left language has, and dashes. */
const BETWEEN = /[\s\u200e\u200f\u202a-\u202e\u2066-\u2069\-\u2010-\u2015\u2212]/g;

export function plainDigits(text: string): string {
  return text.replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/** A code as people type or paste it. */
export function typedCode(text: string): string {
  return plainDigits(text.replace(BETWEEN, ""));
}
