import { defineSection } from "../settings/section.ts";
import { footerTexts } from "./footer-texts.ts";
import { defaultIssues, isLocalized, type LocalizedText } from "./localized-text.ts";

/** What is added to marketing. */
export type FooterSettings = {
  readonly enabled: boolean;
  /** `{{sender}}` and `{{stop}}` are replaced. */
  readonly texts: LocalizedText;
  /** What `{{stop}}` stands for: what to reply, and where a reply to the sender is not possible, to which number. */
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
