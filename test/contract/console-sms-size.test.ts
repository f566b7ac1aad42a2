import { expect, test } from "vitest";

import { segmentsOf, splitText } from "#domain/messages/segments";

import { smsSize } from "../../console/src/lib/sms-size.ts";

const pieces = ["a", "{", "€", "ç", "’", "😀", "é", "\n", "[", "Σ", "و", " "];

/** Texts around every limit of one part and of several, of one character and of two alternating ones. */
function* texts(): Generator<string> {
  for (const one of pieces) {
    for (const other of pieces) {
      for (const length of [1, 33, 34, 35, 66, 67, 69, 70, 76, 77, 80, 134, 152, 153, 154, 159, 160, 161, 306, 307]) {
        yield one.repeat(length - 1) + other;
        yield `${one}${other}`.repeat(length).slice(0, -1) + one;
      }
    }
  }
}

test("the console's meter counts and splits every text as the service does", () => {
  for (const text of texts()) {
    const { encoding, units, perSegment } = segmentsOf(text);
    expect(smsSize(text), text).toEqual({ encoding, units, perPart: perSegment, parts: splitText(text) });
  }
});
