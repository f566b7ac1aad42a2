import { defineSection } from "../settings/section.ts";
import { footerTexts } from "./footer-texts.ts";
import { defaultIssues, isLocalized, type LocalizedText } from "./localized-text.ts";

/** The text that is added to marketing. */
export type FooterSettings = {
  readonly enabled: boolean;
  /** `{{sender}}` and `{{stop}}` are replaced. */
  readonly texts: LocalizedText;
  /**
   * The value of `{{stop}}`: the word to reply, and, if a reply to the sender is not possible, the number to send it
   * to.
   */
  readonly stop: string;
};

export const footerSection = defineSection<FooterSettings>({
  name: "footer",
  defaults: {
    enabled: false,
    texts: { default: footerTexts["default"]! },
    stop: "STOP",
  },
  usable: {
    texts: (value) => isLocalized(value) && value["default"] !== undefined,
    stop: (value) => value.trim() !== "",
  },
  check: ({ texts }) => defaultIssues("texts", texts),
});
