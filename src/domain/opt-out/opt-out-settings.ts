import { defineSection, isOneOf } from "../settings/section.ts";
import { confirmTexts } from "./confirm-texts.ts";
import { defaultIssues, isLocalized, type LocalizedText } from "./localized-text.ts";

export const optOutScopes = ["global", "sender"] as const;

/**
 * What the operator decides about opt-outs. The names of the last three are read by the statements of the queue, too.
 */
export type OptOutSettings = {
  /** What a STOP ends: messages of every sender, or of the sender that it was a reply to. */
  readonly scope: (typeof optOutScopes)[number];
  readonly appliesToTransactional: boolean;
  readonly appliesToOtp: boolean;
  /** Whether a STOP is confirmed with a message. */
  readonly confirm: boolean;
  readonly confirmText: LocalizedText;
  /** The answer to HELP; without texts there is none. */
  readonly helpText: LocalizedText;
  /** What messages call the service; null: the sender that they are sent as. */
  readonly senderName: string | null;
};

export const optOutSection = defineSection<OptOutSettings>({
  name: "opt_out",
  defaults: {
    scope: "global",
    appliesToTransactional: true,
    appliesToOtp: true,
    confirm: false,
    confirmText: { default: confirmTexts["default"]! },
    helpText: {},
    senderName: null,
  },
  usable: {
    scope: isOneOf(optOutScopes),
    confirmText: (value) => isLocalized(value) && value["default"] !== undefined,
    helpText: isLocalized,
  },
  check: ({ confirmText, helpText }) => [
    ...defaultIssues("confirmText", confirmText),
    ...(Object.keys(helpText).length === 0 ? [] : defaultIssues("helpText", helpText)),
  ],
});
