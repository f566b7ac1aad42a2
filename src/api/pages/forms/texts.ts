import { locales, type Locale } from "#domain/texts/locales";

import { de } from "./texts/de.ts";
import { en } from "./texts/en.ts";
import { fa } from "./texts/fa.ts";
import type { Texts } from "./texts/texts.ts";

const catalogue: Readonly<Record<Locale, Texts>> = { en, de, fa };

export function textsIn(locale: Locale): Texts {
  return catalogue[locale];
}

/** The best language of a browser's Accept-Language header, for pages that belong to no form. */
export function localeOf(header: string | null): Locale {
  const wanted = (header ?? "").slice(0, 200).toLowerCase().split(",");
  const languages = wanted.map((one) => /^\s*([a-z]+)\b/.exec(one)?.[1]);
  return languages.flatMap((language) => locales.find((locale) => locale === language) ?? [])[0] ?? "en";
}

const RIGHT_TO_LEFT = new Set(["ar", "fa", "he", "ur"]);

export function directionOf(locale: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(locale.split("-")[0]!) ? "rtl" : "ltr";
}
