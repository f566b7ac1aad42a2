import { z } from "zod";

import { alertKinds } from "#domain/alerts/alert";
import { alertSection, MAX_RECIPIENTS } from "#domain/alerts/alert-settings";
import { phoneReason } from "#domain/recipients/numbers";
import { parsePhone } from "#domain/recipients/phone";
import { locales } from "#domain/texts/locales";

import { integer, toggle } from "../fields.ts";
import { limits } from "../limits.ts";
import { settingsSchema } from "./define.ts";

/** The site's country does not apply here, so the message does not refer to its setting. */
const NO_COUNTRY = "must have a plus sign and the country code: +49 151 23456789";

/** E.164 afterwards: the country of the site may change, and an administrator is to be reached all the same. */
const number = z
  .string()
  .max(limits.phoneText)
  .superRefine((text, context) => {
    const phone = parsePhone(text, null);
    if (phone.ok) return;
    const message = phone.error === "no_country" ? NO_COUNTRY : phoneReason(phone.error);
    context.addIssue({ code: "custom", message });
  })
  .overwrite((text) => {
    const phone = parsePhone(text, null);
    return phone.ok ? phone.value : text;
  });

const unique = <Item>(list: readonly Item[]): Item[] => [...new Set(list)];

export const alertSettings = settingsSchema(alertSection, {
  emails: z
    .array(z.email().max(limits.email))
    .max(MAX_RECIPIENTS)
    .overwrite(unique)
    .meta({ description: "Addresses that alerts are sent to. Needs TIDINGS_SMTP.", example: ["ops@example.com"] }),
  numbers: z
    .array(number)
    .max(MAX_RECIPIENTS)
    .overwrite(unique)
    .meta({
      description: "Phone numbers, with plus sign, that alerts are sent to as messages of category transactional.",
      example: ["+15005550000"],
    }),
  kinds: z
    .array(z.enum(alertKinds))
    .overwrite(unique)
    .meta({ description: "Kinds that are sent; GET /alerts lists all of them." }),
  quiet: toggle().meta({ description: "Nothing is sent: alerts are only in GET /alerts and in the console." }),
  locale: z.enum(locales).meta({
    description: "The language of mails and texts. The API and webhooks name alerts in English.",
    example: "de",
  }),
  queue_minutes: integer(1, 1_440).meta({
    description: "Minutes after which a delivery that may leave is late; marketing only while nothing leaves at all.",
  }),
  credit_days: integer(0, 90).meta({
    description: "An alert opens while the credit at a gateway lasts for at most so many days; 0: not judged.",
  }),
});
