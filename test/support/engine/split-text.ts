import { segmentsOf } from "#domain/messages/segments";
import { cutGsm7, cutUcs2 } from "#lib/gsm7";

/** The parts that `segmentsOf` counts, in order. */
export function splitText(text: string): readonly string[] {
  const { encoding, segments, perSegment } = segmentsOf(text);
  if (segments === 1) return [text];
  return encoding === "gsm7" ? cutGsm7(text, perSegment) : cutUcs2(text, perSegment);
}
