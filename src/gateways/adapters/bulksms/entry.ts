import type { OutgoingSms } from "#domain/gateways/gateway";

import type { BulksmsSettings } from "./settings.ts";

/** One text as BulkSMS wants it. */
export function entryOf(sms: OutgoingSms, given: BulksmsSettings) {
  const sender = sms.from ?? given.from;
  return {
    to: [{ type: "INTERNATIONAL", address: sms.to }],
    ...(sender !== undefined
      ? { from: { type: kindOf(sender), address: sender } }
      : given.repliable && { from: { type: "REPLIABLE" } }),
    body: sms.text,
    encoding: sms.encoding === "ucs2" ? "UNICODE" : "TEXT",
    // Where nothing is said a text ends after its third part.
    longMessageMaxParts: Math.max(3, sms.segments),
    ...(sms.flash && { messageClass: "FLASH_SMS" }),
    deliveryReports: "ALL",
  };
}

const kindOf = (sender: string): string =>
  /^\d{1,6}$/.test(sender) ? "SHORTCODE" : /^\+?\d+$/.test(sender) ? "INTERNATIONAL" : "ALPHANUMERIC";
