import { contentOf } from "../messages/content.ts";
import { newMessage, type NewMessage } from "../messages/message.ts";
import type { Phone } from "../recipients/phone.ts";
import type { RouteInfo } from "../routing/routes.ts";
import { confirmTexts } from "./confirm-texts.ts";
import { filled, textIn, textOrBuiltIn } from "./localized-text.ts";
import type { OptOutSettings } from "./opt-out-settings.ts";
import { senderKey } from "./sender-key.ts";

/** A reply that is answered: who sent it, to which sender, by which route. */
export type AnsweredReply = {
  readonly phone: Phone;
  readonly route: RouteInfo;
  /** The number that the person wrote to, as the provider writes it. */
  readonly recipient: string;
  readonly language: string | null;
};

/** The principal of these messages. No caller can have it, because principals of people contain a colon. */
export const ANSWERING = "opt-out";

/** Validity of a confirmation: a later one would only remind people of messages that they do not want. */
const WITHIN_SECONDS = 300;

/** The one message to a person who has just opted out. Never marketing, and never with a footer. */
export function confirmationOf(reply: AnsweredReply, settings: OptOutSettings): NewMessage | null {
  const message = answerOf(reply, settings, textOrBuiltIn(settings.confirmText, confirmTexts, reply.language));
  return message && { ...message, answersOptOut: true };
}

/** The answer to HELP; null: the settings have none. It is not sent to people who have opted out. */
export function helpOf(reply: AnsweredReply, settings: OptOutSettings): NewMessage | null {
  return answerOf(reply, settings, textIn(settings.helpText, reply.language));
}

function answerOf(reply: AnsweredReply, settings: OptOutSettings, text: string | undefined): NewMessage | null {
  if (text === undefined) return null;
  const from = senderKey(reply.recipient);
  // A name cannot be sent to: it is only what the provider calls the numbers of a gateway.
  const sender = /^\d{3,15}$/.test(from) ? from : null;
  return newMessage({
    content: contentOf({ text: filled(text, { sender: settings.senderName ?? sender ?? "" }), sender }),
    category: "transactional",
    validFor: WITHIN_SECONDS,
    route: reply.route.route,
    phones: [reply.phone],
    createdBy: ANSWERING,
  });
}
