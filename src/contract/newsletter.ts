import { z } from "zod";

import { membershipStates, subscribedStates } from "#domain/newsletter/newsletter-store";
import { LOCALE_ISSUE, localeOf, ZONE_ISSUE, zoneOf } from "#domain/subscribers/locale-and-zone";
import { jsonOf } from "#lib/json";

import {
  cleanText,
  integer,
  ipAddress,
  map,
  notNull,
  objectIn,
  ONE_OR_MANY,
  phoneText,
  text,
  toggle,
} from "./fields.ts";
import { limits } from "./limits.ts";

/**
 * Group ids in every form that WP SMS clients send: 5, "5", [5], ["5"], "5,6", and JSON inside a string
 * ("[5]", ["[5]"]). An empty string is what a form sends for "none".
 */
export const groupIds = z
  .preprocess(
    (value) => (value === "" ? undefined : unpack(value, 0)),
    z.array(integer(1)).min(1).max(limits.ids).optional(),
  )
  .meta({ ...ONE_OR_MANY, description: "Group id, or a list of them.", example: [1] });

/**
 * Groups of a call that applies to everything if none is named: an empty string is an error there, not an absent value.
 */
const onlyGroups = z.preprocess(
  (value) => (value === undefined ? undefined : unpack(value, 0)),
  z.array(integer(1)).min(1).max(limits.ids).optional(),
);

function unpack(value: unknown, depth: number): unknown {
  if (depth > 3) return value;
  if (typeof value === "number") return [value];
  if (Array.isArray(value))
    return value.flatMap((one: unknown) => (typeof one === "string" ? unpack(one, depth + 1) : [one]));
  if (typeof value !== "string") return value;
  const trimmed = value.trim();
  if (!trimmed.startsWith("[")) return trimmed.split(",").map((part) => part.trim());
  return unpack(jsonOf(trimmed) ?? [trimmed], depth + 1);
}

export const fieldValue = z.union([cleanText(limits.customFieldValue), z.number(), z.boolean()]);

/**
 * Anything a subscription form asks for besides the name. PHP writes an empty map as `[]`; forms send a map as JSON
 * text.
 */
export const customFields = z
  .preprocess(
    (value) => {
      const read = objectIn(value);
      return (Array.isArray(read) && read.length === 0) || read === "" ? {} : read;
    },
    map(cleanText(limits.customFieldKey).min(1), fieldValue, limits.customFields),
  )
  .meta({ description: `Up to ${limits.customFields} values by name: strings, numbers or booleans.` });

/** Validates a text by a reader: the value, or an issue. */
const known = (read: (text: string) => string | null, message: string) => (text: string, context: z.RefinementCtx) => {
  const value = read(text);
  if (value !== null) return value;
  context.addIssue({ code: "custom", message, input: text });
  return z.NEVER;
};

export const locale = z
  .string()
  .max(limits.locale)
  .transform(known(localeOf, LOCALE_ISSUE))
  .meta({ description: "The person's language, as a BCP 47 tag.", example: "pt-BR" });

export const timeZone = z
  .string()
  .max(limits.timeZone)
  .transform(known(zoneOf, ZONE_ISSUE))
  .meta({ description: "The person's time zone, by its IANA name.", example: "Europe/Lisbon" });

const mobile = phoneText().meta({
  description: "The number, in E.164 format, or national if TIDINGS_COUNTRY is set.",
  example: "+4915112345678",
});

/** How a consent came about, for the consent ledger. */
const consentEvidence = {
  consent_source: z.enum(["api", "page", "console", "import", "wordpress"]).optional().meta({
    description:
      "Where the person consented. Default: api; console for users signed in there; wordpress for calls through the site.",
  }),
  consent_text: text(limits.consentText).optional().meta({
    description: "What the person agreed to, as it was shown. Stored in the consent ledger.",
    example: "Yes, send me offers by SMS.",
  }),
  consent_version: text(100).optional().meta({ description: "Version of that text.", example: "2027-03" }),
  consent_language: z
    .string()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/, "must be a language tag, such as de-AT")
    .max(35)
    .optional()
    .meta({ description: "Language of that text.", example: "en" }),
};

export const subscribeRequest = z.object({
  name: text(limits.name),
  mobile,
  group_id: groupIds.meta({ description: "Group id, or a list of them. Default: the first group." }),
  group_ids: groupIds.meta({ description: "The same as group_id." }),
  custom_fields: customFields.optional(),
  locale: locale.optional(),
  time_zone: timeZone.optional(),
  on_existing: z.enum(["update", "keep"]).optional().meta({
    description:
      "What happens to the name, fields, language and time zone of a person who is or was subscribed. Default: update. keep: for a form in which anyone can enter anyone's number; only people who never were more than a request from such a page (`consent_source` page) get new ones. People who left then join again only with a code, unless `double_opt_in` is false.",
  }),
  double_opt_in: toggle().optional().meta({
    description: "Whether the owner of the number must confirm with a code. Default: as set for the group or the site.",
  }),
  welcome: toggle().optional().meta({
    description:
      "Whether people who become members by this call get the welcome message, if the settings have one. Default: true, except with the `consent_source` import. People who must confirm get it after that.",
  }),
  ...consentEvidence,
  client_ip: ipAddress().optional().meta({
    description:
      "Address of the person who subscribes: kept with the consent instead of the caller's, and limited like the number.",
    example: "192.0.2.7",
  }),
});

export const verifyRequest = z.object({
  mobile,
  activation: z
    .preprocess(
      // A code sent as a number loses its leading zeros.
      (value) =>
        typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? String(value).padStart(6, "0") : value,
      text(40),
    )
    .meta({ description: "The code from the SMS.", example: "123456" }),
  name: z.string().max(limits.name).optional().meta({ description: "Accepted for compatibility; not compared." }),
  group_id: notNull(
    onlyGroups.meta({
      example: [1],
      description: "Confirm only these groups. Default: all that the code was sent for.",
    }),
  ),
  group_ids: notNull(onlyGroups.meta({ example: [1], description: "The same as group_id." })),
});

export const unsubscribeRequest = z.object({
  mobile,
  name: z.string().max(limits.name).optional().meta({ description: "Accepted for compatibility; not compared." }),
  group_id: notNull(
    onlyGroups.meta({ example: [1], description: "Leave only these groups. Default: leave all of them." }),
  ),
  group_ids: notNull(onlyGroups.meta({ example: [1], description: "The same as group_id." })),
});

const membership = z
  .object({ id: z.int(), name: z.string(), state: z.enum(membershipStates) })
  .meta({ id: "Membership" });

export const subscriberData = z
  .object({
    id: z.int(),
    name: z.string(),
    mobile: z.string(),
    groups: z.array(membership),
    custom_fields: z.record(z.string(), fieldValue),
    locale: z.string().nullable(),
    time_zone: z.string().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "Subscriber" });

export const subscribeData = z.object({
  subscriber: subscriberData,
  state: z.enum(subscribedStates),
  already: z.boolean(),
  /** Present if a code is needed. */
  code_sent: z.boolean().optional(),
  resend_after: z.int().optional().meta({ description: "Seconds until another code can be requested." }),
  sandbox: z.boolean().optional(),
  warnings: z.array(z.string()).optional(),
});

export const verifyData = z.object({ subscriber: subscriberData, warnings: z.array(z.string()).optional() });

export const unsubscribeData = z.object({
  groups_left: z.array(z.object({ id: z.int(), name: z.string() })),
  already: z.boolean(),
  warnings: z.array(z.string()).optional(),
});
