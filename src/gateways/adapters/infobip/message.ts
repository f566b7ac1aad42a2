import type { OutgoingSms } from "#domain/gateways/gateway";

import { digitsOf, validity } from "../../vendor/numbers.ts";

/** One text as the SMS API wants it, or one with media as the MMS API does. */
export function infobipMessage(sms: OutgoingSms, ourSender: string): object {
  const seconds = validity(sms.validFor, 1, 172_800);
  const links = sms.media.map((contentUrl) => ({ type: "LINK", contentUrl }));
  const segments = [...(sms.text === "" ? [] : [{ type: "TEXT", text: sms.text }]), ...links];
  const delivery =
    sms.receiptUrl === undefined ? {} : { delivery: { url: sms.receiptUrl }, contentType: "application/json" };
  const options = {
    ...(seconds === undefined ? {} : { validityPeriod: { amount: seconds, timeUnit: "SECONDS" } }),
    // The MMS API knows no flash.
    ...(sms.flash && links.length === 0 ? { flash: true } : {}),
  };
  return {
    sender: digitsOf(sms.from ?? ourSender),
    // Our own id comes back with every word on this text, however its number is written.
    destinations: [{ to: digitsOf(sms.to), messageId: sms.ref }],
    content: links.length > 0 ? { messageSegments: segments } : { text: sms.text },
    ...(Object.keys(options).length > 0 ? { options } : {}),
    webhooks: { ...delivery, callbackData: sms.ref },
  };
}
