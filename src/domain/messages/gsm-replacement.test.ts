import { describe, expect, it } from "vitest";

import { gsm7Cost } from "#lib/gsm7";

import { gsmReplacement } from "./gsm-replacement.ts";

describe("gsmReplacement", () => {
  it.each([
    ["’", "'"],
    ["–", "-"],
    ["…", "..."],
    ["ł", "l"],
    ["ç", "c"],
    ["ő", "o"],
    ["ﬁ", "fi"],
    ["Ａ", "A"],
    ["\u00a0", " "],
    ["\u200b", ""],
  ])("replaces %j by %j", (character, replacement) => {
    expect(gsmReplacement(character)).toBe(replacement);
    for (const one of replacement) expect(gsm7Cost(one.charCodeAt(0))).toBeGreaterThan(0);
  });

  it.each(["😀", "д", "中", "ع", "€€"])("has no replacement for %j", (character) => {
    expect(gsmReplacement(character)).toBeNull();
  });
});
