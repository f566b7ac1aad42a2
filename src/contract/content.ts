import { z } from "zod";

import { defaultValidFor } from "#domain/messages/message";

import { integer, list, notNull, text, toggle } from "./fields.ts";
import { limits } from "./limits.ts";
import { messageCategory } from "./value-lists.ts";

/** An alphanumeric sender id (with at least one letter) or digits. Anything else could inject a header or a UDH. */
export const SENDER = new RegExp(
  `^(?=.*[A-Za-z])[A-Za-z0-9 ._&+-]{1,${limits.senderLetters}}$|^\\+?\\d{3,${limits.senderDigits}}$`,
);

/** Follows the name of the field in an error message. */
export const SENDER_RULE = `must be up to ${limits.senderLetters} letters and digits, or a number`;

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
    .meta({ description: "Sender id: up to 11 letters and digits, or up to 15 digits. Default: the configured one." }),
  personalize: notNull(
    toggle().optional().meta({
      description:
        "false: the text is sent unchanged. Default: variables such as {{name}} and {{unsubscribe_url}} are replaced for each recipient, and a message with a variable that has no value is refused.",
    }),
  ),
  flash: notNull(toggle().optional().meta({ description: "Shown immediately on the phone's screen and not stored." })),
  media_urls: list(z.url({ protocol: /^https?$/ }).max(limits.url), limits.media)
    .optional()
    .meta({ description: "Media for an MMS." }),
});

const defaults = Object.entries(defaultValidFor)
  .map(([category, seconds]) => `${seconds.toLocaleString("en")} for ${category}`)
  .join(", ");

/** How a message is sent. */
export const sendingFields = z.object({
  gateway: text(100).optional().meta({ description: "Name of the gateway to use. Default: the default route." }),
  category: messageCategory
    .optional()
    .meta({ description: "Default: marketing if subscribers are among the recipients, otherwise transactional." }),
  valid_for: integer(1, limits.validForSeconds)
    .optional()
    .meta({ description: `Seconds after which the message is no longer worth sending. Default: ${defaults}.` }),
  rate_per_minute: integer(1, limits.ratePerMinute)
    .optional()
    .meta({ description: "Maximum messages per minute. Default: as fast as the gateway allows." }),
});
