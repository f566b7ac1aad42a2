import { expect, test } from "vitest";

import { textOf } from "#domain/preview/measured-text";
import { segmentsOf } from "#domain/messages/segments";

import { forcedIn } from "../../console/src/lib/gsm-replacement.ts";
import { smsSize } from "../../console/src/lib/sms-size.ts";
import { splitText } from "../support/engine/split-text.ts";

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

test("the console offers the replacement that the service offers, for every character", () => {
  const rest = "x".repeat(90);
  const offered = (text: string) => {
    const { forcedBy } = textOf(text);
    const { character, replacement, segmentsReplaced } = forcedBy ?? {};
    return forcedBy && { character, replacement, segments_replaced: segmentsReplaced };
  };
  // Letters and signs, half and full width, letters of formulas, emoji.
  const ranges = [
    [0, 0x3100],
    [0xfb00, 0x10000],
    [0x1d400, 0x1d800],
    [0x1f300, 0x1f700],
  ] as const;
  for (const [from, to] of ranges) {
    for (let code = from; code < to; code += 1) {
      const text = String.fromCodePoint(code) + rest;
      expect(forcedIn(text), `U+${code.toString(16)}`).toEqual(offered(text));
    }
  }
  expect(forcedIn(`“${rest} – 😀`)).toEqual(offered(`“${rest} – 😀`));
});
