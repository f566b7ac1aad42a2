import { z } from "zod";

import { categories } from "#domain/messages/message";

import { detailSchema } from "./envelope.ts";
import { integer, list, notNull, phoneText, text, toggle } from "./fields.ts";
import { limits } from "./limits.ts";

const selector = z.enum(["subscribers", "users", "roles", "customers", "wc-customers", "numbers"]);
export type Selector = Exclude<z.infer<typeof selector>, "wc-customers">;

/** An alphanumeric sender id (with at least one letter) or digits. Anything else could smuggle a header or a UDH. */
export const SENDER = /^(?=.*[A-Za-z])[A-Za-z0-9 ._&+-]{1,11}$|^\+?\d{3,15}$/;

/** Reads after the name of what is wrong. */
export const SENDER_RULE = "is neither letters and digits (11 at most) nor a number";

/** When a message is to be sent again. */
export const repeatFields = z.object({
  interval: z.object({
    value: integer(1, limits.repeatValue),
    unit: z.enum(["minute", "hour", "day", "week", "month", "year"]),
  }),
  endDate: z.string().max(40).optional(),
  end_date: z.string().max(40).optional(),
  repeatForever: toggle().optional(),
});

export const sendRequest = z.object({
  message: z
    .string()
    .max(limits.messageUnits)
    .optional()
    .meta({ description: "The text. Required unless there is media.", example: "Hello from Tidings" }),
  sender: z
    .union([z.literal("").transform(() => undefined), z.string().regex(SENDER, SENDER_RULE)])
    .optional()
    .meta({ description: "Sender id: up to 11 letters and digits, or up to 15 digits. Absent: the configured one." }),
  // Described as selectors alone: beside "any text" an editor would have no words to offer.
  recipients: list(z.union([selector, phoneText()]).meta({ describedAs: selector }), limits.numbers)
    .optional()
    .meta({
      description:
        "Which selectors count: subscribers, users, roles, customers (or wc-customers), numbers. Absent: all that are filled. Phone numbers here are taken as `numbers`.",
    }),
  group_ids: z
    .union([
      z.preprocess((value) => (Array.isArray(value) && value.length === 1 ? value[0] : value), z.literal("all")),
      list(integer(1), limits.ids),
    ])
    .optional()
    .meta({ description: 'Newsletter groups, or "all".' }),
  users: list(integer(1), limits.ids).optional().meta({ description: "Users of the host platform, by id." }),
  role_ids: list(text(100), limits.ids).optional().meta({ description: "Roles of the host platform." }),
  numbers: list(phoneText(), limits.numbers)
    .optional()
    .meta({ description: "Direct numbers, E.164 or national with TIDINGS_COUNTRY.", example: ["+4915112345678"] }),
  flash: notNull(toggle().optional().meta({ description: "Shown at once on the phone's screen, not stored." })),
  media_urls: list(z.url({ protocol: /^https?$/ }).max(limits.url), limits.media)
    .optional()
    .meta({ description: "Media for an MMS." }),
  schedule: notNull(
    z.string().max(40).optional().meta({
      description: "Local time of the site, YYYY-MM-DDTHH:MM:SS; an offset or Z is honoured. Needs the paid add-on.",
      example: "2027-06-01T12:00:00",
    }),
  ),
  repeat: notNull(
    repeatFields.optional().meta({ description: "Recurrence from `schedule` on. Needs the paid add-on." }),
  ),
  gateway: text(100).optional().meta({ description: "Name of the gateway to use. Absent: as configured." }),
  category: z
    .enum(categories)
    .optional()
    .meta({ description: "Absent: marketing where subscribers are among the recipients, else transactional." }),
  valid_for: integer(1, limits.validForSeconds)
    .optional()
    .meta({ description: "Seconds after which the text is not worth sending any more." }),
  rate_per_minute: integer(1, limits.ratePerMinute)
    .optional()
    .meta({ description: "Texts a minute at most. Absent: as fast as the gateway." }),
  skip_invalid: toggle()
    .optional()
    .meta({ description: "Send to the rest where some of `numbers` are no phone numbers, and list those." }),
  if_late: z
    .enum(["send", "skip"])
    .optional()
    .meta({ description: "What a scheduled message does that is late by more than `late_after`. Default skip." }),
  late_after: integer(0, 86_400)
    .optional()
    .meta({ description: "Seconds after which a scheduled message counts as late. Default 900." }),
  audience: z.enum(["live", "frozen"]).optional().meta({
    description: "Whether a schedule looks up its audience at each run (live, the default) or keeps today's.",
  }),
});

export type SendRequest = z.output<typeof sendRequest>;

export const sendData = z.object({
  message_id: z
    .string()
    .nullable()
    .meta({ description: "null where it is scheduled: each run is a message of its own." }),
  state: z.enum(["resolving", "running", "scheduled"]),
  schedule_id: z.string().optional(),
  next_run: z.iso.datetime().optional(),
  recipients: z.object({
    matched: z.int().nullable(),
    accepted: z.int().nullable(),
    duplicates: z.int().nullable(),
    invalid: z.int().nullable(),
    suppressed: z.int().nullable(),
  }),
  invalid_numbers: z.array(detailSchema),
  segments: z.int(),
  encoding: z.enum(["gsm7", "ucs2"]),
  category: z.enum(categories),
  gateway: z.string().nullable(),
  sandbox: z.boolean(),
  balance: z.number().nullable(),
  balance_checked_at: z.iso.datetime().nullable(),
  warnings: z.array(z.string()).optional(),
});
