import { DomainError } from "../error.ts";
import { codeTexts } from "./code-texts.ts";
import { isLocalized, type LocalizedText } from "../opt-out/localized-text.ts";
import { defineSection, isOneOf } from "../settings/section.ts";

/** What a welcome is to the law: a confirmation of what the person did, or advertising. */
export const welcomeCategories = ["transactional", "marketing"] as const;

/** What the operator decides about subscribing. */
export type NewsletterSettings = {
  /** A subscription becomes active once the owner of the number has confirmed with a code. */
  readonly doubleOptIn: boolean;
  /** Whether a call may subscribe without a code, for consent that was given elsewhere. */
  readonly callMaySwitchOff: boolean;
  /** The text of the code message, with `{{code}}` (or `{code}`) as its placeholder. */
  readonly codeText: string;
  /** The same by language; `codeText` is for all others. While `codeText` is the default, its translations are used. */
  readonly codeTexts: LocalizedText;
  /** The message to a new member, by language. Empty: none is sent. */
  readonly welcomeTexts: LocalizedText;
  readonly welcomeCategory: (typeof welcomeCategories)[number];
};

/** `{code}`, and the spelling of variables in other texts. */
const CODE = /\{\{\s*code\s*\}\}|\{code\}/g;

/** A code message without the code: confirming would be impossible. */
export const hasCode = (text: string): boolean => text.search(CODE) !== -1;

/**
 * The code message. There is no variable for the name: until the code is confirmed, it is only what a stranger typed
 * next to the number.
 */
export const withCode = (text: string, code: string): string => text.replaceAll(CODE, code);

export const newsletterSection = defineSection<NewsletterSettings>({
  name: "newsletter",
  defaults: {
    doubleOptIn: true,
    callMaySwitchOff: true,
    codeText: codeTexts["default"]!,
    codeTexts: {},
    welcomeTexts: {},
    welcomeCategory: "transactional",
  },
  usable: {
    codeText: hasCode,
    codeTexts: (value) => isLocalized(value) && Object.values(value).every(hasCode),
    welcomeTexts: isLocalized,
    welcomeCategory: isOneOf(welcomeCategories),
  },
});

/** @throws DomainError forbidden */
export function requireMaySwitchOff({ callMaySwitchOff }: Pick<NewsletterSettings, "callMaySwitchOff">): void {
  if (callMaySwitchOff) return;
  const message = "This site requires a code from every new subscriber; double_opt_in cannot be disabled.";
  throw new DomainError("forbidden", message);
}
