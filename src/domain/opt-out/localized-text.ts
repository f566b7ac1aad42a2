import type { Detail } from "../error.ts";
import { textOf } from "../texts/language-tag.ts";

/** A text per language ("de"), with `default` for all others. */
export type LocalizedText = Readonly<Record<string, string>>;

export const isLocalized = (value: LocalizedText): boolean =>
  Object.values(value).every((text) => typeof text === "string" && text.trim() !== "");

/** The issue with the texts of a field, one of which must be for all other languages. */
export function defaultIssues(field: string, texts: LocalizedText): readonly Detail[] {
  if (texts["default"] !== undefined) return [];
  return [{ field, code: "required", message: "needs a text for `default`, which all other languages get" }];
}

/** The text of a language; undefined: there is none, not even by default. "de-AT" gets the text for "de". */
export function textIn(texts: LocalizedText, language: string | null): string | undefined {
  return textOf(texts, language) ?? (Object.hasOwn(texts, "default") ? texts["default"] : undefined);
}

/** As `textIn`. As long as the default text is the built-in one, its built-in translations are used too. */
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
 * Replaces `{{name}}` for the given names. An empty value is replaced by the fallback, which `{{name | us}}` has after
 * the bar; without a fallback, the colon after it is removed, too.
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
