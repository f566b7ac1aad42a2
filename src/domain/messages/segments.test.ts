import fc from "fast-check";
import { split } from "split-sms";
import { describe, expect, it } from "vitest";

import { encodingOf } from "./encoding.ts";
import { splitText } from "../../../test/support/engine/split-text.ts";
import { segmentsOf } from "./segments.ts";

const gsmText = fc
  .array(fc.constantFrom(..."abc XYZ09@£Δ€{}[]~^|\\\n"), { minLength: 0, maxLength: 520 })
  .map((characters) => characters.join(""));
const anyText = fc
  .array(fc.constantFrom("a", "€", "{", "ж", "ç", "😀", "👨‍👩‍👧", "é", "\r\n"), { minLength: 0, maxLength: 300 })
  .map((pieces) => pieces.join(""));
// Long runs of one kind hit the boundaries far more often than a uniform mix does.
const runs = fc
  .array(fc.tuple(fc.constantFrom("a", "€", "ж", "😀"), fc.integer({ min: 1, max: 161 })), { maxLength: 4 })
  .map((pieces) => pieces.map(([character, times]) => character.repeat(times)).join(""));

const texts = fc.oneof(gsmText, anyText, runs);

/** A packer that knows only the rule: put each whole character into the last segment that still has space. */
function bruteForce(text: string): string[] {
  const gsm = encodingOf(text).encoding === "gsm7";
  const cost = (character: string) => (gsm ? (/[\f^{}\\[~\]|€]/.test(character) ? 2 : 1) : character.length);
  const whole = [...text].reduce((sum, character) => sum + cost(character), 0);
  if (whole <= (gsm ? 160 : 70)) return [text];
  const parts: string[] = [""];
  let left = gsm ? 153 : 67;
  for (const character of text) {
    if (cost(character) > left) {
      parts.push("");
      left = gsm ? 153 : 67;
    }
    parts[parts.length - 1] += character;
    left -= cost(character);
  }
  return parts;
}

describe("segmentsOf", () => {
  it.each([
    ["", 1, 0],
    ["a".repeat(160), 1, 160],
    ["a".repeat(161), 2, 161],
    ["a".repeat(306), 2, 306],
    ["a".repeat(307), 3, 307],
    [`${"a".repeat(158)}€`, 1, 160],
    [`${"a".repeat(159)}€`, 2, 161],
    [`${"a".repeat(152)}€${"a".repeat(152)}`, 3, 306],
    ["€".repeat(153), 3, 306],
    ["ж".repeat(70), 1, 70],
    ["ж".repeat(71), 2, 71],
    [`${"ж".repeat(66)}😀${"ж".repeat(66)}`, 3, 134],
    ["😀".repeat(35), 1, 70],
    ["😀".repeat(67), 3, 134],
    [`${"ж".repeat(60)}👨‍👩‍👧‍👦${"ж".repeat(60)}`, 2, 131],
  ])("counts case %#", (text, segments, units) => {
    expect(segmentsOf(text)).toMatchObject({ segments, units });
  });

  it("agrees with split-sms on every text", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const theirs = split(text, { summary: true });
        const ours = segmentsOf(text);
        expect(ours.encoding).toBe(theirs.characterSet === "GSM" ? "gsm7" : "ucs2");
        expect(ours.segments).toBe(theirs.parts.length);
        expect(ours.units).toBe(ours.encoding === "gsm7" ? theirs.bytes : theirs.bytes / 2);
      }),
      { numRuns: 600 },
    );
  });
});

describe("splitText", () => {
  it("cuts as the brute-force packer and split-sms do, and loses nothing", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const parts = splitText(text);
        expect(parts).toEqual(bruteForce(text));
        expect(parts).toEqual(split(text).parts.map((part) => part.content));
        expect(parts.join("")).toBe(text);
        expect(parts).toHaveLength(segmentsOf(text).segments);
      }),
      { numRuns: 600 },
    );
  });

  it("never leaves half a character at a boundary", () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const part of splitText(text)) expect(part.isWellFormed()).toBe(true);
      }),
    );
  });
});
