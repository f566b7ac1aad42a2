import { gsm7Cost } from "#lib/gsm7";

export const encodings = ["gsm7", "ucs2"] as const;
export type Encoding = (typeof encodings)[number];

/** `forcedBy`: the first character that the GSM alphabet lacks, and its position in UTF-16 units. */
export type TextEncoding = {
  readonly encoding: Encoding;
  readonly forcedBy?: { readonly character: string; readonly index: number };
};

const GSM7: TextEncoding = { encoding: "gsm7" };

/**
 * The encoding of a text. One character outside the GSM alphabet (`ç`, a curly quote, a tab) makes the whole text
 * UCS-2, with 70 characters per segment instead of 160; the sender is informed which one.
 */
export function encodingOf(text: string): TextEncoding {
  for (let index = 0; index < text.length; index += 1) {
    if (gsm7Cost(text.charCodeAt(index)) === 0) {
      return { encoding: "ucs2", forcedBy: { character: String.fromCodePoint(text.codePointAt(index)!), index } };
    }
  }
  return GSM7;
}
