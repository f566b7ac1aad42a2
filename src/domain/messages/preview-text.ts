import { encodingOf } from "./encoding.ts";
import { gsmReplacement } from "./gsm-replacement.ts";
import { segmentsOf, unitsIn } from "./segments.ts";

/** Encoding and length of a text, and what a replacement of its most expensive character would save. */
export function textOf(text: string) {
  const { encoding, segments, units, perSegment } = segmentsOf(text);
  const { forcedBy } = encodingOf(text);
  const length = { content: text, encoding, segments, units, perSegment };
  if (!forcedBy) return { ...length, forcedBy: null };
  const replacement = gsmReplacement(forcedBy.character);
  return {
    ...length,
    forcedBy: { ...forcedBy, replacement, segmentsReplaced: segmentsOf(inGsm(text)).segments },
  };
}

/** A text with its variables for who may not read the values, with the segments of the longest that is made of it. */
export function unfilledText(text: string, longest: string) {
  const { encoding, segments, perSegment } = segmentsOf(longest);
  return { content: text, encoding, segments, units: unitsIn(encoding, text), perSegment, forcedBy: null };
}

/** The text with every replacement that there is. */
const inGsm = (text: string): string =>
  [...text].map((one) => (encodingOf(one).forcedBy ? (gsmReplacement(one) ?? one) : one)).join("");
