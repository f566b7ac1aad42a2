import type { OutgoingSms } from "#domain/ports/gateway";

import { withRef } from "../../vendor/with-ref.ts";
import type { HttpSettings } from "./settings.ts";
import type { Values } from "./template.ts";

/** What the placeholders stand for in one text; absent ones are undefined. */
export function valuesOf(sms: OutgoingSms, given: HttpSettings): Values {
  const from = sms.from ?? given.from;
  const hex = Buffer.from(sms.text, "utf16le").swap16().toString("hex");
  const receiptUrl = sms.receiptUrl === undefined ? undefined : withRef(sms.receiptUrl, sms.ref);
  return {
    ...ownValues(given),
    to: sms.to,
    to_digits: sms.to.slice(1),
    from,
    from_digits: from?.replace(/^\+/, ""),
    text: sms.text,
    text_hex: hex,
    text_if_gsm: sms.encoding === "gsm7" ? sms.text : undefined,
    hex_if_unicode: sms.encoding === "ucs2" ? hex : undefined,
    ref: sms.ref,
    receipt_url:
      receiptUrl === undefined || given.receiptQuery === undefined ? receiptUrl : `${receiptUrl}&${given.receiptQuery}`,
    media: sms.media.length > 0 ? sms.media : undefined,
    unicode: sms.encoding === "ucs2" ? "1" : "0",
    flash: sms.flash ? "1" : "0",
    segments: String(sms.segments),
    valid_for: sms.validFor === undefined ? undefined : String(Math.max(1, Math.floor(sms.validFor))),
    valid_minutes: sms.validFor === undefined ? undefined : String(Math.max(1, Math.floor(sms.validFor / 60))),
  };
}

/** The placeholders that need no text. */
export function ownValues(given: HttpSettings): Values {
  return { username: given.username, password: given.password };
}
