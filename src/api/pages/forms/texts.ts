import { languagesOf } from "#domain/texts/language-tag";
import { pageLocales, type PageLocale } from "#domain/texts/locales";

import type { Texts } from "./texts/texts.ts";

/** A language is loaded when its first page is shown. */
const load: Readonly<Record<PageLocale, () => Promise<Texts>>> = {
  en: async () => (await import("./texts/en.ts")).en,
  ar: async () => (await import("./texts/ar.ts")).ar,
  cs: async () => (await import("./texts/cs.ts")).cs,
  da: async () => (await import("./texts/da.ts")).da,
  de: async () => (await import("./texts/de.ts")).de,
  el: async () => (await import("./texts/el.ts")).el,
  es: async () => (await import("./texts/es.ts")).es,
  fa: async () => (await import("./texts/fa.ts")).fa,
  fi: async () => (await import("./texts/fi.ts")).fi,
  fr: async () => (await import("./texts/fr.ts")).fr,
  he: async () => (await import("./texts/he.ts")).he,
  hi: async () => (await import("./texts/hi.ts")).hi,
  id: async () => (await import("./texts/id.ts")).id,
  it: async () => (await import("./texts/it.ts")).it,
  ja: async () => (await import("./texts/ja.ts")).ja,
  ko: async () => (await import("./texts/ko.ts")).ko,
  nl: async () => (await import("./texts/nl.ts")).nl,
  no: async () => (await import("./texts/no.ts")).no,
  pl: async () => (await import("./texts/pl.ts")).pl,
  pt: async () => (await import("./texts/pt.ts")).pt,
  ro: async () => (await import("./texts/ro.ts")).ro,
  ru: async () => (await import("./texts/ru.ts")).ru,
  sv: async () => (await import("./texts/sv.ts")).sv,
  th: async () => (await import("./texts/th.ts")).th,
  tr: async () => (await import("./texts/tr.ts")).tr,
  uk: async () => (await import("./texts/uk.ts")).uk,
  vi: async () => (await import("./texts/vi.ts")).vi,
  zh: async () => (await import("./texts/zh.ts")).zh,
};

/** The texts of the pages. A form may have a language that only a newer release knows: it is in English. */
export function textsIn(locale: PageLocale): Promise<Texts> {
  return (load[locale] ?? load.en)();
}

const pageLocale = (tag: string): readonly PageLocale[] =>
  languagesOf(tag).flatMap((name) => pageLocales.find((locale) => locale === name) ?? []);

/** The language of pages for a language tag. */
export function pageLocaleOf(tag: string): PageLocale {
  return pageLocale(tag)[0] ?? "en";
}

/**
 * The best language of a browser's Accept-Language header, for pages that belong to no form.
 *
 * @param site language tag of the site, for a browser that wants none of ours
 */
export function localeOf(header: string | null, site: string): PageLocale {
  const wanted = (header ?? "").slice(0, 200).split(",");
  const tags = wanted.map((one) => /^\s*([a-z]+(?:-[a-z0-9]+)*)\s*(?:;|$)/i.exec(one)?.[1] ?? "");
  return tags.flatMap(pageLocale)[0] ?? pageLocaleOf(site);
}

const RIGHT_TO_LEFT = new Set(["ar", "fa", "he", "ur"]);

export function directionOf(locale: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(locale.split("-")[0]!) ? "rtl" : "ltr";
}
