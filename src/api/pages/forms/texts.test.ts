import { describe, expect, it } from "vitest";

import { locales } from "#domain/texts/locales";

import { directionOf, localeOf, textsIn } from "./texts.ts";
import type { Texts } from "./texts/texts.ts";

const all = ({ issues, ...others }: Texts): string[] => [...Object.values(issues), ...Object.values(others)];

describe("the texts of the public pages", () => {
  it("are complete in every language, and no language repeats another's sentences", () => {
    for (const locale of locales)
      expect(all(textsIn(locale)).every((one) => one.trim() === one && one !== "")).toBe(true);
    const sentences = locales.flatMap((locale) => all(textsIn(locale)).filter((one) => one.includes(" ")));
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  it.each([
    [null, "en"],
    ["", "en"],
    ["de-AT,de;q=0.9,en;q=0.8", "de"],
    ["en-GB,de;q=0.5", "en"],
    ["fr-FR, de;q=0.5", "de"],
    ["fr", "en"],
    ["fa-IR,fa;q=0.9,en;q=0.8", "fa"],
    ["*", "en"],
    ["denim", "en"],
    [",".repeat(100_000), "en"],
  ])("for a browser that accepts %j are in %s", (header, locale) => {
    expect(localeOf(header)).toBe(locale);
  });

  it("run from right to left in the languages that are written so", () => {
    expect(["ar", "fa-IR", "he", "ur", "en", "de", "arn"].map(directionOf)).toEqual([
      "rtl",
      "rtl",
      "rtl",
      "rtl",
      "ltr",
      "ltr",
      "ltr",
    ]);
  });
});
