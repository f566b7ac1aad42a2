import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";

import { describe, expect, test } from "vitest";

import { writtenReasons } from "#domain/opt-out/written-reasons";
import { definitions } from "#gateways/index";

import { addServiceTexts, serviceText } from "../console/src/lib/service-text.ts";
import { readServiceTexts, serviceTexts } from "./support/console/service-texts.ts";
import { screenTexts } from "./support/console/screen-texts.ts";
import { consoleTexts, strayTexts } from "./support/console/texts.ts";

const FOLDER = "console/src/languages";
const languages = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".json"))
  .map((file) => basename(file, ".json"));

const { texts, faulty } = consoleTexts();

const catalogOf = (language: string): Record<string, string | Record<string, string>> =>
  JSON.parse(readFileSync(`${FOLDER}/${language}.json`, "utf8"));
const formsOf = (translation: string | Record<string, string>): readonly string[] =>
  typeof translation === "string" ? [translation] : Object.values(translation);
const placeholders = (text: string): string => (text.match(/\{+[\w. |]+\}+/g) ?? []).toSorted().join(" ");

test("every text of the console is given to the catalogs as a literal", () => {
  expect(faulty).toEqual([]);
  expect(texts.length).toBeGreaterThan(1_500);
});

test("reasons of suppressions that the service writes are among the texts", () => {
  const keys = new Set(texts.map(({ key }) => key));
  expect(Object.values(writtenReasons).filter((reason) => !keys.has(reason))).toEqual([]);
});

test("every text of the markup comes from the catalogs", () => {
  expect(strayTexts()).toEqual([]);
});

test("the page offers the languages that have a catalog", () => {
  const [, offered] = /data-languages="([^"]*)"/.exec(readFileSync("console/index.html", "utf8"))!;
  expect(offered!.split(" ").map((entry) => entry.split(":")[0])).toEqual(["en", ...languages]);
});

describe.each(languages)("the catalog of %s", (language) => {
  const catalog = catalogOf(language);
  test("has each text of the console and no other, in the order of the alphabet", () => {
    expect(Object.keys(catalog)).toEqual(texts.map(({ key }) => key).toSorted());
  });

  test("has every plural form of the language", () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const wrong = texts.filter(({ key, isPlural }) => {
      const translation = catalog[key];
      if (!isPlural) return typeof translation !== "string";
      return typeof translation !== "object" || pluralCategories.some((category) => !translation[category]);
    });
    expect(wrong).toEqual([]);
  });

  test("inserts what the English text inserts, and is never empty", () => {
    const wrong = texts.filter(({ key, isPlural }) => {
      const english = isPlural ? key.split(" | ")[0]! : key;
      const expected = placeholders(english.replace(/ \[[^\]]*\]$/, ""));
      return formsOf(catalog[key] ?? "").some((form) => form.trim() === "" || placeholders(form) !== expected);
    });
    expect(wrong).toEqual([]);
  });
});

test("the messages of details are found where they are written", () => {
  expect(readServiceTexts().unread).toEqual([
    // Of the schemas in src/contract, whose texts are read there.
    "src/api/request/field-issues.ts",
    // Of the reader of days and times in src/domain.
    "src/api/request/read-dates.ts",
    // A schema.
    "src/contract/envelope.ts",
    // The reader of routings, which is an adapter.
    "src/domain/gateways/stored/routing.ts",
    // Of the conditions and values of fields, each with its code in another file of src/domain.
    "src/domain/subscribers/bulk.ts",
    "src/domain/subscribers/read-filter.ts",
  ]);
  expect(serviceTexts()).toEqual(
    expect.arrayContaining([
      // By the key of a record, by a constant, and by the argument of a function.
      "is too short for a phone number",
      "has {0} bytes: the gateway accepts {1}",
      "has more than {0} columns",
    ]),
  );
});

describe.each(languages)("the catalog of the service's sentences in %s", (language) => {
  const catalog: Record<string, string> = JSON.parse(readFileSync(`${FOLDER}/service/${language}.json`, "utf8"));

  test("has each sentence of the sources and no other, with what it inserts", () => {
    expect(Object.keys(catalog)).toEqual(serviceTexts());
    const wrong = Object.entries(catalog).filter(
      ([english, translation]) => translation.trim() === "" || placeholders(translation) !== placeholders(english),
    );
    expect(wrong).toEqual([]);
  });

  test("every sentence is found again with its values, whatever they are", () => {
    addServiceTexts(catalog);
    const values = ["https://a.example/?x=(1)", "7", "$& {1} .* ", "a\nb"];
    const insert = (text: string) => text.replaceAll(/\{(\d+)\}/g, (_, index) => values[Number(index) % 4]!);
    const wrong = Object.entries(catalog).filter(
      ([english, translation]) => serviceText(insert(english)) !== insert(translation),
    );
    expect(wrong).toEqual([]);
    expect(serviceText("Attempt 3 failed and is retried.")).toContain("3");
    expect(serviceText("Accepted from demo; the recipients were looked up afterwards.")).not.toContain("looked up");
    expect(serviceText("Nobody ever said this.")).toBe("Nobody ever said this.");
  });
});

/** The section of a law. */
const CITATION = /^(?!.*\b[a-z]{2})(?=.*\d).*$/;
/** Terms that are the same in every language, and German words that are spelled as in English. */
const names: ReadonlySet<string> = new Set([
  ...definitions.map(({ label }) => label),
  ..."API,Account SID,Auth ID,Configuration set,Messaging Service SID,OAuth 2.0,Powerpack UUID,SMSC".split(","),
  ..."Service type,System type,TLS,Host,Region,Variable".split(","),
]);
const ofScreens = Object.keys(screenTexts).flatMap((part) => languages.map((language) => [part, language] as const));

describe.each(ofScreens)("the catalog of what %s say in %s", (part, language) => {
  const read = (file: string): Record<string, string> => JSON.parse(readFileSync(`${FOLDER}/service/${file}`, "utf8"));
  const catalog = read(`${part}/${language}.json`);

  test("has each text of the tables and no other, with what it inserts", () => {
    expect(Object.keys(catalog)).toEqual(screenTexts[part]!());
    const wrong = Object.entries(catalog).filter(
      ([english, translation]) => translation.trim() === "" || placeholders(translation) !== placeholders(english),
    );
    expect(wrong).toEqual([]);
  });

  test("leaves only names in English", () => {
    const same = Object.keys(catalog).filter((english) => catalog[english] === english);
    expect(same.filter((text) => !names.has(text) && !CITATION.test(text))).toEqual([]);
  });

  test("is found beside what every screen has", () => {
    const always = read(`${language}.json`);
    addServiceTexts(always);
    addServiceTexts(catalog);
    const wrong = Object.entries({ ...always, ...catalog }).filter(
      ([english, translation]) => !english.includes("{") && serviceText(english) !== translation,
    );
    expect(wrong).toEqual([]);
  });
});

test("every folder of catalogs is that of some screens", () => {
  const folders = readdirSync(`${FOLDER}/service`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).toSorted()).toEqual(Object.keys(screenTexts).toSorted());
});

test("a Persian issue of a setting begins in Persian: it is inserted with the direction of its first letter", () => {
  const catalog: Record<string, string> = JSON.parse(readFileSync(`${FOLDER}/service/gateways/fa.json`, "utf8"));
  const issues = Object.entries(catalog).filter(([english]) =>
    /^(must|is|has|may|needs|names|uses|and) /.test(english),
  );
  expect(issues.length).toBeGreaterThan(30);
  expect(issues.filter(([, text]) => /^[^\p{L}]*\p{Script=Latin}/u.test(text))).toEqual([]);
});
