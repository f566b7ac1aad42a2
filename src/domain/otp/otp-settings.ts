import { defineSection } from "../settings/section.ts";
import { textOf } from "../texts/language-tag.ts";
import { otpTexts } from "./otp-texts.ts";

export type OtpSettings = {
  /** Text of the message by language; a language that is missing gets the English one. */
  readonly texts: Readonly<Record<string, string>>;
};

/** The placeholder for the code in a text. */
export const CODE_PLACEHOLDER = "{{code}}";

/**
 * What a text with a one-time password may contain. Nothing about the person: whoever enters a number could otherwise
 * choose words of a message to it.
 */
export const otpVariables = { names: ["code", "sender", "minutes"], fields: false } as const;

/** A message without the code would be useless. */
export const holdsCode = (text: string): boolean => /\{\{\s*code\s*\}\}/.test(text);

export const otpSection = defineSection<OtpSettings>({
  name: "one_time_passwords",
  defaults: { texts: { en: otpTexts["en"]! } },
  usable: { texts: (texts) => Object.values(texts).every((text) => typeof text === "string" && holdsCode(text)) },
});

/** The text for a language tag: its own, that of its language, or the English one, which comes with translations. */
export function otpTextFor({ texts }: OtpSettings, locale: string): string {
  const own = textOf(texts, locale) ?? textOf(texts, "en") ?? otpTexts["en"]!;
  return own === otpTexts["en"] ? (textOf(otpTexts, locale) ?? own) : own;
}
