import { defaultValidFor, type NewMessage } from "../messages/message.ts";
import { segmentsOf } from "../messages/segments.ts";
import type { Evidence } from "./newsletter-store.ts";
import type { RouteInfo } from "../routing/routes.ts";
import type { Phone } from "../recipients/phone.ts";
import type { NewsletterSettings } from "./settings.ts";

/** The message that carries an activation code. Its category keeps the text out of every event and webhook. */
export function codeMessage(
  route: RouteInfo,
  phone: Phone,
  code: string,
  settings: NewsletterSettings,
  evidence: Evidence,
): NewMessage {
  const text = settings.codeText.replaceAll("{code}", code);
  const { encoding, segments } = segmentsOf(text);
  return {
    category: "otp",
    route: route.route,
    sender: null,
    text,
    flash: false,
    media: [],
    encoding,
    segments,
    validFor: defaultValidFor.otp,
    phones: [phone],
    duplicates: 0,
    invalid: 0,
    audience: null,
    createdBy: evidence.actor ?? `newsletter:${evidence.source}`,
  };
}
