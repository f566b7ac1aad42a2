import { z } from "zod";

import { integer, list, notNull, text, toggle } from "./fields.ts";
import { limits } from "./limits.ts";

/** An alphanumeric sender id (with at least one letter) or digits. Anything else could smuggle a header or a UDH. */
export const SENDER = /^(?=.*[A-Za-z])[A-Za-z0-9 ._&+-]{1,11}$|^\+?\d{3,15}$/;

/** Reads after the name of what is wrong. */
export const SENDER_RULE = "is neither letters and digits (11 at most) nor a number";

export const messageText = z.string().max(limits.messageUnits);
export const senderId = z.string().regex(SENDER, SENDER_RULE);

/** What a message says. `api/v1/content-fields` turns it into a `MessageContent`. */
export const contentFields = z.object({
  message: messageText
    .optional()
    .meta({ description: "The text. Required unless there is media.", example: "Hello from Tidings" }),
  sender: z
    .union([z.literal("").transform(() => undefined), senderId])
    .optional()
    .meta({ description: "Sender id: up to 11 letters and digits, or up to 15 digits. Absent: the configured one." }),
  flash: notNull(toggle().optional().meta({ description: "Shown at once on the phone's screen, not stored." })),
  media_urls: list(z.url({ protocol: /^https?$/ }).max(limits.url), limits.media)
    .optional()
    .meta({ description: "Media for an MMS." }),
});

/** How a message leaves. */
export const sendingFields = z.object({
  gateway: text(100).optional().meta({ description: "Name of the gateway to use. Absent: as configured." }),
  category: z
    .enum(["marketing", "transactional", "otp"])
    .optional()
    .meta({ description: "Absent: marketing where subscribers are among the recipients, else transactional." }),
  valid_for: integer(1, limits.validForSeconds)
    .optional()
    .meta({ description: "Seconds after which the text is not worth sending any more." }),
  rate_per_minute: integer(1, limits.ratePerMinute)
    .optional()
    .meta({ description: "Texts a minute at most. Absent: as fast as the gateway." }),
});
