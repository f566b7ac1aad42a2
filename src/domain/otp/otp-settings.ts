import { defineSection } from "../settings/section.ts";

/** What takes the code's place in a text. */
export const CODE_PLACEHOLDER = "{{code}}";

export type OtpSettings = {
  /** Text of the message by language; a language that is missing gets the English one. */
  readonly texts: Readonly<Record<string, string>>;
};

/** A message without the code helps nobody. */
export const holdsCode = (text: string): boolean => text.includes(CODE_PLACEHOLDER);

const TEXTS: OtpSettings["texts"] = {
  en: "{{code}} is your code. Do not share it with anyone.",
  de: "{{code}} ist Ihr Code. Geben Sie ihn an niemanden weiter.",
  es: "{{code}} es su código. No lo comparta con nadie.",
  fr: "{{code}} est votre code. Ne le communiquez à personne.",
  it: "{{code}} è il suo codice. Non lo comunichi a nessuno.",
  nl: "{{code}} is uw code. Deel deze met niemand.",
  pt: "{{code}} é o seu código. Não o partilhe com ninguém.",
};

export const otpSection = defineSection<OtpSettings>({
  name: "one_time_passwords",
  defaults: { texts: TEXTS },
  usable: { texts: (texts) => Object.values(texts).every((text) => typeof text === "string" && holdsCode(text)) },
});

/** The text for a language tag: its own, that of its language, or the English one. */
export function textFor({ texts }: OtpSettings, locale: string): string {
  const all = new Map(Object.entries({ en: TEXTS["en"]!, ...texts }).map(([tag, text]) => [tag.toLowerCase(), text]));
  const tag = locale.toLowerCase().replaceAll("_", "-");
  return all.get(tag) ?? all.get(tag.split("-")[0]!) ?? all.get("en")!;
}
