import { textIn, type LocalizedText } from "../opt-out/localized-text.ts";

/** Texts of one group by language, in place of those of the site. */
export type GroupTexts = {
  readonly id: number;
  readonly name: string;
  readonly codeTexts: LocalizedText;
  readonly welcomeTexts: LocalizedText;
};

/** The text of a group for a language: its own, whatever language that is in by default, before the site's. */
export function groupText(own: LocalizedText, site: LocalizedText, locale: string | null): string | undefined {
  return textIn(own, locale) ?? textIn(site, locale);
}
