import { locale } from "./locale.ts";

/** The languages of the console, which are also those of alerts. */
export const serviceLanguages = ["en", "de", "fa"] as const;

export const languages: readonly string[] =
  "ar bg bn cs da de el en en-GB en-US es es-MX et fa fi fr fr-CA ga he hi hr hu id it ja ka ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sq sr sv sw ta th tr uk ur vi zh-Hans zh-Hant".split(
    " ",
  );

/** `de` as "German"; a text that is no tag stays unchanged. */
export function languageName(tag: string): string {
  try {
    const names = new Intl.DisplayNames(locale(), { type: "language" });
    return names.of(tag.replaceAll("_", "-")) ?? tag;
  } catch {
    return tag;
  }
}

/** For a `Select`, by name, with the one that is chosen. */
export function languageOptions(chosen: string): { readonly value: string; readonly label: string }[] {
  return [...new Set([...languages, chosen])]
    .filter((tag) => tag !== "")
    .map((value) => ({ value, label: languageName(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale()));
}
