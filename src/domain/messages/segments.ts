import { cutGsm7, cutUcs2, gsm7Cost } from "#lib/gsm7";

import { type Encoding, encodingOf } from "./encoding.ts";

/**
 * Units that one SMS carries: septets for GSM 7-bit, UTF-16 units for UCS-2. Each part of a concatenated message uses 6
 * of its 140 bytes for the header with the 8-bit reference (3GPP TS 23.040 §9.2.3.24.1).
 */
const unitsPerSegment = {
  gsm7: { alone: 160, joined: 153 },
  ucs2: { alone: 70, joined: 67 },
} as const satisfies Record<Encoding, { alone: number; joined: number }>;

/** UTF-16 units that a segment of any text has room for: one more may be half of a pair that stays whole. */
export const UNITS_IN_ANY_SEGMENT = unitsPerSegment.ucs2.joined - 1;

export type Segments = {
  readonly encoding: Encoding;
  /** Number of SMS sent and charged: at least 1, even for an empty text. */
  readonly segments: number;
  /** Septets (with escapes) or UTF-16 units of the whole text. */
  readonly units: number;
  /** Capacity of one of these segments: `alone` if there is one, otherwise `joined`. */
  readonly perSegment: number;
};

/** Septets or UTF-16 units that a text takes in an encoding which has all of its characters. */
export const unitsIn = (encoding: Encoding, text: string): number =>
  encoding === "gsm7" ? septets(text) : text.length;

/** Counts the segments of a text as a gateway cuts it: an escape pair and a surrogate pair stay whole. */
export function segmentsOf(text: string): Segments {
  const { encoding } = encodingOf(text);
  const units = unitsIn(encoding, text);
  const { alone, joined } = unitsPerSegment[encoding];
  if (units <= alone) return { encoding, segments: 1, units, perSegment: alone };
  const parts = encoding === "gsm7" ? cutGsm7(text, joined) : cutUcs2(text, joined);
  return { encoding, segments: parts.length, units, perSegment: joined };
}

function septets(text: string): number {
  let units = 0;
  for (let i = 0; i < text.length; i += 1) units += gsm7Cost(text.charCodeAt(i));
  return units;
}
