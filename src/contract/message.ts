import { z } from "zod";

import { categories, HIDDEN_TEXT, messageStates } from "#domain/messages/message";

import { dates, integerOrNone, paging } from "./fields.ts";
import { limits } from "./limits.ts";

const at = z.iso.datetime().nullable();

const id = z.string().max(60).meta({ description: "The `message_id` that sending answered, msg_…" });

export const messageRequest = z.object({ id });

export const messageRateRequest = z.object({
  id,
  rate_per_minute: integerOrNone(1, limits.ratePerMinute).meta({
    description: "Texts a minute at most; null (in a form: `none`) lifts the limit.",
    example: 600,
  }),
});

export const messagesQuery = z.object({
  state: z.enum(messageStates).optional(),
  category: z.enum(categories).optional(),
  ...dates,
  per_page: paging.per_page,
  cursor: z
    .string()
    .max(60)
    .optional()
    .meta({ description: "`pagination.next_cursor` of the page before, with the same filters." }),
});

export type MessagesRequest = z.output<typeof messagesQuery>;

export const messageProgress = z
  .object({
    state: z.enum(messageStates),
    total: z.int().nullable().meta({ description: "Accepted texts; null while the audience is being resolved." }),
    done: z.int().meta({ description: "sent + delivered + failed + unknown." }),
    sent: z.int().meta({ description: "Taken by the gateway; no final receipt yet." }),
    delivered: z.int(),
    failed: z.int().meta({ description: "Failed, undelivered, expired, canceled, or opted out at the last moment." }),
    unknown: z.int().meta({ description: "The gateway may have it." }),
    pending: z.int().meta({ description: "Waiting, or on the wire." }),
    percent: z.number().nullable(),
    rate: z.number().meta({ description: "Texts a second over the last ten seconds." }),
    eta: at.meta({ description: "When it will be done at this rate." }),
    reasons: z
      .array(z.object({ reason: z.string(), count: z.int() }))
      .meta({ description: "The five commonest reasons of failures." }),
  })
  .meta({ id: "MessageProgress" });

const summary = {
  message_id: z.string(),
  state: z.enum(messageStates).meta({
    description:
      "completed: every delivery has left, and none will be sent any more. It does not say that they were delivered: `deliveries` and `progress` count what receipts have told so far.",
  }),
  reason: z.string().nullable().meta({
    description: "Why it failed or ended early: no_recipients, audience_not_resolved, expired.",
  }),
  category: z.enum(categories),
  sender: z.string().nullable(),
  message: z.string().meta({
    description: `The text; ${HIDDEN_TEXT} where the category is otp, and for messages of others where svc_outbox is lacking.`,
  }),
  segments: z.int(),
  encoding: z.enum(["gsm7", "ucs2"]),
  recipients: z.object({
    matched: z.int(),
    accepted: z.int(),
    duplicates: z.int(),
    invalid: z.int(),
    suppressed: z.int(),
  }),
  rate_per_minute: z.int().nullable().meta({ description: "Texts a minute at most; null: as fast as the gateway." }),
  schedule_id: z.string().nullable().meta({ description: "The schedule that this is a run of." }),
  created_at: z.iso.datetime(),
  first_sent_at: at,
  finished_at: at,
};

export const messageData = z.object({
  ...summary,
  waiting_for: z.string().nullable().meta({
    description:
      "Why its recipients cannot be read at the moment, such as a shop or a platform that refuses; it is tried again. Or that its gateway is not in the setting. null: nothing is wrong.",
  }),
  deliveries: z.record(z.string(), z.int()).meta({
    description:
      "How many deliveries are in each state; states without any are absent. Of large messages, `queued` has those on the wire too.",
  }),
  progress: messageProgress,
});

/** What a command answers: the message as it is then. */
export const messageControlData = messageData.extend({
  already: z.boolean().meta({ description: "It was in that state before; nothing was changed." }),
});

export const messagesData = z.object({
  items: z.array(z.object(summary).meta({ id: "MessageSummary" })),
  pagination: z.object({
    per_page: z.int(),
    next_cursor: z.string().nullable().meta({
      description: "null: nothing is left. A page may be short, or empty, and go on: a search stops after a second.",
    }),
  }),
});
