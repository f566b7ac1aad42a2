import { contentOf } from "../messages/content.ts";
import { newMessage, type NewMessage } from "../messages/message.ts";
import type { Evidence } from "../consent/consent-record.ts";
import type { RouteInfo } from "../routing/routes.ts";
import type { Phone } from "../recipients/phone.ts";
import { withCode } from "./settings.ts";

/** The message that carries an activation code. Its category keeps the text out of every event and webhook. */
export function codeMessage(
  route: RouteInfo,
  phone: Phone,
  code: string,
  text: string,
  evidence: Evidence,
): NewMessage {
  return newMessage({
    content: contentOf({ text: withCode(text, code) }),
    category: "otp",
    route: route.route,
    phones: [phone],
    createdBy: evidence.actor ?? `newsletter:${evidence.source}`,
  });
}
