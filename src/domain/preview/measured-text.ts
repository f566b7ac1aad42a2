import { encodingOf } from "../messages/encoding.ts";
import { gsmReplacement } from "../messages/gsm-replacement.ts";
import { segmentsOf, unitsIn } from "../messages/segments.ts";

/**
 * Encoding and length of a text, and what a replacement of its most expensive character would save.
 *
 * @param written the sender's words, with variables: a character of theirs comes before one of a recipient's name,
 *   which they cannot replace
 */
export function textOf(text: string, written = text) {
  const { encoding, segments, units, perSegment } = segmentsOf(text);
  const length = { content: text, encoding, segments, units, perSegment };
  const forced = forcedIn(text, written) ?? encodingOf(text).forcedBy;
  if (!forced) return { ...length, forcedBy: null };
  const replacement = gsmReplacement(forced.character);
  return { ...length, forcedBy: { ...forced, replacement, segmentsReplaced: segmentsOf(inGsm(text)).segments } };
}

/**
 * A text with its variables, for callers who may not read the values, with the segments of the longest text made from
 * it.
 */
export function unfilledText(text: string, longest: string): ReturnType<typeof textOf> {
  const { encoding, segments, perSegment } = segmentsOf(longest);
  const length = { content: text, encoding, segments, units: unitsIn(encoding, text), perSegment };
  const { forcedBy } = textOf(longest, text);
  const index = forcedBy ? text.indexOf(forcedBy.character) : -1;
  return { ...length, forcedBy: forcedBy && index >= 0 ? { ...forcedBy, index } : null };
}

/** The first character that the GSM alphabet lacks, of those that the sender wrote. */
function forcedIn(text: string, written: string) {
  if (written === text) return undefined;
  let index = 0;
  for (const character of text) {
    if (encodingOf(character).forcedBy && written.includes(character)) return { character, index };
    index += character.length;
  }
  return undefined;
}

/** The text with every possible replacement. */
const inGsm = (text: string): string =>
  [...text].map((one) => (encodingOf(one).forcedBy ? (gsmReplacement(one) ?? one) : one)).join("");
