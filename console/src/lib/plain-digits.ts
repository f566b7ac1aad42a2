/** Arabic-Indic, Persian and full-width digits, as keyboards of other scripts write them. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;

export const plainDigits = (text: string): string =>
  text.replaceAll(OTHER_DIGITS, (digit) => String(digit.codePointAt(0)! & 0xf));
