import { defineSection } from "../settings/section.ts";
import { isLocalized, type LocalizedText } from "./localized-text.ts";

/** What the operator decides about opt-outs. The names of the last three are read by the statements of the queue, too. */
export type OptOutSettings = {
  /** What a STOP ends: messages of every sender, or of the sender that it was a reply to. */
  readonly scope: "global" | "sender";
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
    confirmText: {
      default: "{{sender}}: You are unsubscribed and will receive no more messages. Reply START to subscribe again.",
      de: "{{sender}}: Sie sind abgemeldet und erhalten keine Nachrichten mehr. START meldet Sie wieder an.",
      es: "{{sender}}: Se ha dado de baja y no recibira mas mensajes. Responda START para volver.",
      fr: "{{sender}} : vous etes desinscrit et ne recevrez plus de messages. Repondez START pour revenir.",
    },
    helpText: {},
    senderName: null,
  },
  usable: {
    scope: (value) => ["global", "sender"].includes(value),
    confirmText: (value) => isLocalized(value) && value["default"] !== undefined,
    helpText: isLocalized,
  },
  check: ({ confirmText, helpText }) =>
    (["confirmText", "helpText"] as const).flatMap((field) => {
      const texts = field === "confirmText" ? confirmText : helpText;
      const isComplete = texts["default"] !== undefined || (field === "helpText" && Object.keys(texts).length === 0);
      return isComplete
        ? []
        : [{ field, code: "required" as const, message: "needs a text for `default`, which all other languages get" }];
    }),
});
