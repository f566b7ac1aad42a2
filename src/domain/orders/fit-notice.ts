import { cutText } from "#lib/plain-text";

import { segmentsOf } from "../messages/segments.ts";

/** A name or a list of goods may be as long as a stranger likes; the text that is paid for may not. */
const LONGEST = { gsm7: 1_530, ucs2: 670 } as const;

/** Cuts a filled template to what one message may hold: ten segments. */
export function fitNotice(text: string): string {
  const trimmed = text.trim();
  const { encoding, units } = segmentsOf(trimmed);
  if (units <= LONGEST[encoding]) return trimmed;
  // An escaped character takes two units, so the cut is made again until it holds.
  for (let length = Math.min(trimmed.length, LONGEST[encoding]) - 3; ; length -= 10) {
    const cut = `${cutText(trimmed, length).trimEnd()}...`;
    const size = segmentsOf(cut);
    if (size.segments <= 10) return cut;
  }
}
