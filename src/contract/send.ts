import { z } from "zod";

import { repeatUnits } from "#domain/schedules/repeat";
import { lateChoices } from "#domain/schedules/schedule";

import { contentFields, sendingFields } from "./content.ts";
import { detailSchema } from "./envelope.ts";
import { integer, list, map, notNull, phoneText, text, toggle } from "./fields.ts";
import { limits } from "./limits.ts";
import { templateFields } from "./templates.ts";
import { encoding, messageCategory } from "./value-lists.ts";

const selector = z.enum(["subscribers", "users", "roles", "customers", "wc-customers", "numbers"]);

/** When a message is to be repeated. */
export const repeatFields = z
  .object({
    interval: z.object({
      value: integer(1, limits.repeatValue),
      unit: z.enum(repeatUnits),
    }),
    endDate: z.string().max(40).optional(),
    end_date: z.string().max(40).optional(),
    repeatForever: toggle().optional(),
  })
  .meta({ id: "RepeatFields" });

/** Values by variable. A name has no dots: `fields.city` belongs to subscribers. */
export const variableValues = map(
  z
    .string()
    .max(limits.variableName)
    .regex(/^[\p{L}_][\p{L}\p{N}_]*$/u, "must consist of letters, digits and underscores"),
  z.union([z.string().max(limits.variableValue), z.number()]),
  limits.variables,
).meta({ description: "Values for the variables of the text: {{name}}.", example: { name: "Ada" } });

const numberWithVariables = z
  .object({ number: phoneText(), variables: variableValues.optional() })
  .meta({ id: "NumberWithVariables" });

export const directNumbers = list(z.union([phoneText(), numberWithVariables]), limits.numbers);

/** Of `/send` and of its preview. */
export const sendRequest = z
  .object({
    ...contentFields.shape,
    ...templateFields,
    // Described as selectors only: alongside "any string", an editor could not suggest values.
    recipients: list(z.union([selector, phoneText()]).meta({ describedAs: selector }), limits.numbers)
      .optional()
      .meta({
        description:
          "Which selectors count: subscribers, users, roles, customers (or wc-customers), numbers. Default: all that are set. Phone numbers here are treated as `numbers`.",
      }),
    group_ids: z
      .union([
        z.preprocess((value) => (Array.isArray(value) && value.length === 1 ? value[0] : value), z.literal("all")),
        list(integer(1), limits.ids),
      ])
      .optional()
      .meta({ description: 'Newsletter groups, or "all".' }),
    segment_ids: list(integer(1), limits.segmentIds).optional().meta({
      description: "Segments of subscribers: those who are active and match when the recipients are resolved.",
    }),
    users: list(integer(1), limits.ids).optional().meta({ description: "Users of the host platform, by id." }),
    role_ids: list(text(100), limits.ids).optional().meta({ description: "Roles of the host platform." }),
    numbers: directNumbers.optional().meta({
      description:
        "Direct numbers, in E.164 format, or national if TIDINGS_COUNTRY is set. Each may be an object with the number and values for the variables of the text.",
      example: ["+4915112345678"],
    }),
    schedule: notNull(
      z.string().max(40).optional().meta({
        description: "Local time of the site, YYYY-MM-DDTHH:MM:SS; an offset or Z is honored. Needs the paid add-on.",
        example: "2027-06-01T12:00:00",
      }),
    ),
    repeat: notNull(
      repeatFields.optional().meta({ description: "Recurrence from `schedule` on. Needs the paid add-on." }),
    ),
    ...sendingFields.shape,
    consent_basis: z
      .string()
      .max(limits.name)
      .regex(/[\p{L}\p{N}]/u, "must have letters or digits")
      .optional()
      .meta({
        description:
          "On which basis people without a consent on record get marketing, such as a contract. Needs svc_setting; who stated it is logged.",
      }),
    skip_invalid: toggle()
      .optional()
      .meta({ description: "If some of `numbers` are not phone numbers, list those and send to the others." }),
    if_late: z.enum(lateChoices).optional().meta({
      description: "What to do with a scheduled message that is late by more than `late_after`. Default: skip.",
    }),
    late_after: integer(0, 86_400)
      .optional()
      .meta({ description: "Seconds after which a scheduled message counts as late; at least a minute. Default 900." }),
    audience: z.enum(["live", "frozen"]).optional().meta({
      description: "Whether a schedule looks up its audience at each run (live, the default) or keeps the current one.",
    }),
  })
  .meta({ id: "SendMessageBody" });

export type SendRequest = z.output<typeof sendRequest>;

export const sendData = z
  .object({
    message_id: z
      .string()
      .nullable()
      .meta({ description: "null if it is scheduled: each run is a message of its own." }),
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
    encoding: encoding,
    category: messageCategory,
    gateway: z.string().nullable(),
    sandbox: z.boolean(),
    balance: z.number().nullable(),
    balance_checked_at: z.iso.datetime().nullable(),
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: "SendResult" });
