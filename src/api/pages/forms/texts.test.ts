import { beforeAll, describe, expect, it } from "vitest";

import { stopWords } from "#domain/inbox/keywords/stop-words";
import { parsePhone } from "#domain/recipients/phone";
import { pageLocales, type PageLocale } from "#domain/texts/locales";

import { directionOf, localeOf, pageLocaleOf, textsIn } from "./texts.ts";
import type { Texts } from "./texts/texts.ts";

const entries = ({ issues, ...others }: Texts): [string, string][] => [
  ...Object.entries(issues).map(([name, text]): [string, string] => [`issues.${name}`, text]),
  ...Object.entries(others),
];

/** What a text says besides words: words to reply, times, numbers, markup that would be shown. */
const insertedIn = (text: string): string[] =>
  (
    text.replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0)).match(/STOP|START|\b15\b|[{}<>%]/g) ?? []
  ).toSorted();

let english: Texts;
beforeAll(async () => {
  english = await textsIn("en");
});

describe("the texts of the public pages", () => {
  it("are there in every language in which STOP is understood", () => {
    expect([...pageLocales].toSorted()).toEqual(Object.keys(stopWords).toSorted());
  });

  it.each(pageLocales)("in %s are as many as in English, and ask to reply the same words", async (locale) => {
    const texts = await textsIn(locale);
    expect(
      entries(texts)
        .map(([name]) => name)
        .toSorted(),
    ).toEqual(
      entries(english)
        .map(([name]) => name)
        .toSorted(),
    );
    const of = new Map(entries(english));
    for (const [name, text] of entries(texts)) {
      expect([name, text]).toEqual([name, text.trim().normalize("NFC")]);
      expect([name, text]).not.toEqual([name, ""]);
      expect([name, insertedIn(text)]).toEqual([name, insertedIn(of.get(name)!)]);
    }
    const [, example] = /(\+[\d -]+\d)/.exec(texts.numberHint) ?? [];
    expect(parsePhone(example!, null).ok, example).toBe(true);
    expect(texts.issues.phone).toContain(example);
  });

  it("of one language repeat no sentence of another", async () => {
    const all = await Promise.all(pageLocales.map(textsIn));
    const sentences = all.flatMap((texts) => entries(texts).flatMap(([, text]) => (text.includes(" ") ? text : [])));
    expect(sentences.filter((one, at) => sentences.indexOf(one) !== at)).toEqual([]);
  });

  it("are English for a form whose language only a newer release knows", async () => {
    expect(await textsIn("xx" as PageLocale)).toBe(english);
  });

  it.each([
    [null, "en", "en"],
    [null, "fr-CA", "fr"],
    ["", "xx", "en"],
    ["de-AT,de;q=0.9,en;q=0.8", "en", "de"],
    ["en-GB,de;q=0.5", "de", "en"],
    ["ga, fr-FR;q=0.5", "en", "fr"],
    ["fa-IR,fa;q=0.9,en;q=0.8", "en", "fa"],
    ["nb-NO", "en", "no"],
    ["zh-Hant-TW, en", "en", "zh"],
    ["*", "de", "de"],
    ["denim", "en", "en"],
    ["constructor, __proto__", "en", "en"],
    [",".repeat(100_000), "en", "en"],
  ])("for a browser that accepts %j, on a site in %s, are in %s", (header, site, locale) => {
    expect(localeOf(header, site)).toBe(locale);
  });

  it("of new forms are in the language of the site", () => {
    expect(["pt-BR", "NN", "ga"].map(pageLocaleOf)).toEqual(["pt", "no", "en"]);
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
