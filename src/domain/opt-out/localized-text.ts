/** A text per language ("de"), with `default` for all others. */
export type LocalizedText = Readonly<Record<string, string>>;

export const isLocalized = (value: LocalizedText): boolean =>
  Object.values(value).every((text) => typeof text === "string" && text.trim() !== "");

/** The text of a language; undefined: there is none, not even by default. "de-AT" gets the text for "de". */
export function textIn(texts: LocalizedText, language: string | null): string | undefined {
  const names = language === null ? [] : [language.toLowerCase(), language.toLowerCase().split("-")[0]!];
  const name = [...names, "default"].find((one) => Object.hasOwn(texts, one));
  return name === undefined ? undefined : texts[name];
}

/** Replaces `{{name}}` for the names that there are. A value that is empty takes the punctuation behind it along. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text
    .replaceAll(/\{\{\s*([a-z]+)\s*\}\}(\s?:)?/g, (placeholder, name: string, colon: string | undefined) => {
      if (!Object.hasOwn(values, name)) return placeholder;
      const value = values[name]!;
      return value === "" ? "" : `${value}${colon ?? ""}`;
    })
    .replaceAll(/ {2,}/g, " ")
    .trim();
}
