import { plainDigits } from "#lib/typed-digits";

/** Spaces, characters that draw nothing, brackets, and the dashes of every keyboard, including Japanese ones. */
const DECORATION = /[\s\p{DI}\(\).\-\u2010-\u2015\u2212\/\u30fc\uff08\uff09\uff0d-\uff0f]/gv;
/** Of a link that was copied from a page. */
const SCHEME = /^(?:tel|sms):/i;

/**
 * A number, or a part of one, as people write it, without all that is not part of it. Other text may become anything.
 */
export function typedNumber(text: string): string {
  return plainDigits(text.replace(DECORATION, "").replace(SCHEME, "").replace("\uff0b", "+"));
}
