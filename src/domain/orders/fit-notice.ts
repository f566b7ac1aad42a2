import { cutText } from "#lib/plain-text";

import { segmentsOf } from "../messages/segments.ts";

/** A buyer can make a name or a list of goods arbitrarily long; the message, which costs money, must stay short. */
const LONGEST = { gsm7: 1_530, ucs2: 670 } as const;

/**
 * Cuts a rendered template to the maximum length of one message: ten segments.
 *
 * @param most characters that the gateway accepts: a text that it refuses would be refused again with each attempt
 */
export function fitNotice(text: string, most = Infinity): string {
  const trimmed = text.trim();
  const { encoding, units } = segmentsOf(trimmed);
  if (units <= LONGEST[encoding] && trimmed.length <= most) return trimmed;
  // An escaped character takes two units, so the cut is repeated until the text fits.
  for (let length = Math.min(trimmed.length, LONGEST[encoding], most) - 3; ; length -= 10) {
    const cut = `${cutText(trimmed, length).trimEnd()}...`;
    const size = segmentsOf(cut);
    if (size.segments <= 10) return cut;
  }
}
