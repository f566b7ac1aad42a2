import { describe, expect, it } from "vitest";

import { encodingOf } from "./encoding.ts";

// Written out again from 3GPP TS 23.038, so that an error in the table is not copied here.
const everyGsmCharacter = [
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ",
  " !\"#¤%&'()*+,-./",
  "0123456789:;<=>?",
  "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§",
  "¿abcdefghijklmnopqrstuvwxyzäöñüà",
  "\f^{}\\[~]|€",
].join("");

describe("encodingOf", () => {
  it("keeps all 137 characters of the GSM alphabet as gsm7, and no other of the basic plane", () => {
    const found: string[] = [];
    for (let unit = 0; unit <= 0xffff; unit += 1) {
      const character = String.fromCharCode(unit);
      if (encodingOf(character).encoding === "gsm7") found.push(character);
    }
    expect([...everyGsmCharacter]).toHaveLength(137);
    expect(found.toSorted()).toEqual([...everyGsmCharacter].toSorted());
  });

  it.each([
    ["ç", 0, "ç"],
    ["naïve", 2, "ï"],
    ["one\ttwo", 3, "\t"],
    ["it’s", 2, "’"],
    ["a…b–c", 1, "…"],
    ["no\u00a0break", 2, "\u00a0"],
    ["hi 😀!", 3, "😀"],
    ["€uro ω", 5, "ω"],
    ["esc \x1be", 4, "\x1b"],
    ["`", 0, "`"],
  ])("names the first character that forces UCS-2 in %j", (text, index, character) => {
    expect(encodingOf(text)).toEqual({ encoding: "ucs2", forcedBy: { character, index } });
  });

  it("reads an empty text as gsm7", () => {
    expect(encodingOf("")).toEqual({ encoding: "gsm7" });
  });

  it("names a lone surrogate instead of failing on it", () => {
    expect(encodingOf("x\ud83d").forcedBy).toEqual({ character: "\ud83d", index: 1 });
  });
});
