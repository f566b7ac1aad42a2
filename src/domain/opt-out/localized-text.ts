import { textOf } from "../texts/language-tag.ts";

/** A text per language ("de"), with `default` for all others. */
export type LocalizedText = Readonly<Record<string, string>>;

export const isLocalized = (value: LocalizedText): boolean =>
  Object.values(value).every((text) => typeof text === "string" && text.trim() !== "");

/** The text of a language; undefined: there is none, not even by default. "de-AT" gets the text for "de". */
export function textIn(texts: LocalizedText, language: string | null): string | undefined {
  return textOf(texts, language) ?? (Object.hasOwn(texts, "default") ? texts["default"] : undefined);
}

/** The same, where the text by default comes with translations: they are used for as long as it is as it came. */
export function textOrBuiltIn(
  texts: LocalizedText,
  builtIn: LocalizedText,
  language: string | null,
): string | undefined {
  const own = textIn(texts, language);
  return own === builtIn["default"] ? textIn(builtIn, language) : own;
}

const PLACEHOLDER = /\{\{\s*([a-z]+)\s*(?:\|([^{}]{0,200}))?\}\}(\s?:)?/g;

/**
 * Replaces `{{name}}` for the names that there are. For a value that is empty stands what `{{name | us}}` has behind the
 * bar; without that, the colon behind it goes, too.
 */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text
    .replaceAll(PLACEHOLDER, (placeholder, name: string, fallback: string | undefined, colon: string | undefined) => {
      if (!Object.hasOwn(values, name)) return placeholder;
      const value = values[name]! || (fallback?.trim() ?? "");
      return value === "" ? "" : `${value}${colon ?? ""}`;
    })
    .replaceAll(/ {2,}/g, " ")
    .trim();
}
