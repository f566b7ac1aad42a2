import { z } from "zod";

import { HOLDS_COUNTED } from "#domain/deliveries/holds";
import { rateUnits } from "#domain/deliveries/throttle";
import { HIDDEN_TEXT } from "#domain/messages/message";

import { messageAddressees } from "./addressees.ts";
import { dates, integerOrNone, paging } from "./fields.ts";
import { limits } from "./limits.ts";
import { encoding, holdReason, messageCategory, messageState, personKind } from "./value-lists.ts";

const at = z.iso.datetime().nullable();

const id = z.string().max(60).meta({ description: "The `message_id` that sending returned, msg_…" });

export const messageRequest = z.object({ id });

export const messageRateRequest = z.object({
  id,
  rate_per_minute: integerOrNone(limits.ratePerMinute).meta({
    description: "Maximum messages per minute; null (in a form: `none`) removes the limit.",
    example: 600,
  }),
});

export const messagesQuery = z.object({
  state: messageState.optional(),
  category: messageCategory.optional(),
  ...dates,
  per_page: paging.per_page,
  cursor: z
    .string()
    .max(60)
    .optional()
    .meta({ description: "`pagination.next_cursor` of the previous page; repeat the filters." }),
});

export type MessagesRequest = z.output<typeof messagesQuery>;

export const messageProgress = z
  .object({
    state: messageState,
    total: z.int().nullable().meta({ description: "Accepted deliveries; null while the audience is being resolved." }),
    done: z.int().meta({ description: "sent + delivered + failed + unknown." }),
    sent: z.int().meta({ description: "Accepted by the gateway; no final receipt yet." }),
    delivered: z.int(),
    failed: z.int().meta({
      description:
        "Failed, undelivered, expired, canceled, or suppressed because the recipient opted out, or lost a value of the text, before it was sent.",
    }),
    unknown: z.int().meta({ description: "The gateway may have accepted it." }),
    pending: z.int().meta({ description: "Waiting or in flight." }),
    percent: z
      .number()
      .nullable()
      .meta({ description: "0 to 100, with one decimal; null: the total is not known yet." }),
    rate: z.number().meta({ description: "Messages per second over the last ten seconds." }),
    eta: at.meta({
      description:
        "When it will be complete at this rate, what is held included; null: not known, as while it waits for credit.",
    }),
    reasons: z
      .array(z.object({ reason: z.string(), count: z.int() }))
      .meta({ description: "The five most common failure reasons." }),
  })
  .meta({ id: "MessageProgress" });

export const refusedPeople = z
  .object({
    count: z.int(),
    sample: z.array(
      z.object({
        kind: personKind,
        id: z.int().nullable().meta({ description: "Of the subscriber, user or customer." }),
        label: z.string().meta({ description: "The end of the phone number." }),
        reason: z.enum(["missing_value", "too_long"]),
        variable: z.string().optional(),
        segments: z.int().optional(),
      }),
    ),
  })
  .meta({ id: "RefusedPeople" });

const messageSummary = z
  .object({
    message_id: z.string(),
    state: messageState.meta({
      description:
        "completed: every delivery has been attempted, and none will be sent any more. It does not mean that they were delivered: `deliveries` and `progress` count what receipts have reported so far.",
    }),
    reason: z.string().nullable().meta({
      description:
        "Why it failed or ended early: no_recipients, missing_values (`GET /messages/{id}` shows whose), too_long (of a run: with the footer of today), consent_required (of a run: no recipient has agreed to marketing), audience_not_resolved, expired.",
    }),
    category: messageCategory,
    sender: z.string().nullable(),
    message: z.string().meta({
      description: `The text, with its variables if each recipient has a text of their own; ${HIDDEN_TEXT} if the category is otp, or if someone else sent it and the caller lacks svc_outbox.`,
    }),
    media: z
      .array(z.string())
      .meta({ description: "Addresses of its files; empty if the caller may not read its text." }),
    segments: z.int(),
    encoding: encoding,
    recipients: z
      .object({
        matched: z.int(),
        accepted: z.int(),
        duplicates: z.int(),
        invalid: z.int(),
        suppressed: z.int(),
      })
      .meta({ id: "RecipientCounts" }),
    rate_per_minute: z
      .int()
      .nullable()
      .meta({ description: "Maximum messages per minute; null: as fast as the gateway allows." }),
    schedule_id: z.string().nullable().meta({ description: "The schedule that created this message." }),
    created_at: z.iso.datetime(),
    first_sent_at: at,
    finished_at: at,
  })
  .meta({ id: "MessageSummary" });

export const messageData = messageSummary
  .and(
    z.object({
      addressed_to: messageAddressees.nullable().meta({
        description:
          "Whom it was addressed to, as the call named them; who that was is in the log. null: one recipient, or a message of an earlier version.",
      }),
      gateway_limit: z
        .object({
          rate: z.number().meta({ description: "Units per second." }),
          rate_per: z.enum(rateUnits),
        })
        .nullable()
        .meta({
          description:
            "The rate of the gateway that it waits for, which it shares with other messages; null: the gateway has no limit, several gateways may send it, or none is configured.",
        }),
      waiting_for: z.string().nullable().meta({
        description:
          "Why its recipients cannot be read at the moment, for example because a shop or a platform refuses; this is retried. Or that its gateway is not configured, or that all gateways that could send it are paused, with the reason of the pause. null: nothing is wrong.",
      }),
      held: z
        .object({
          count: z.int().meta({
            description: `At most ${HOLDS_COUNTED} are counted; the others are among the queued of \`deliveries\`.`,
          }),
          until: z.iso.datetime().meta({ description: "When the first of them is tried, unless it is held again." }),
          last: z.iso.datetime().meta({ description: "When the last of all is tried, unless it is held again." }),
          reasons: z.array(holdReason).meta({ description: `Of the first ${HOLDS_COUNTED}.` }),
        })
        .nullable()
        .meta({ description: "Deliveries that may not leave yet; null: there are none." }),
      refused_people: refusedPeople.nullable().meta({
        description:
          "For the reason missing_values: how many people have no value for a variable of the text, or a text that is too long, and some of them. Nobody has received the message.",
      }),
      deliveries: z.record(z.string(), z.int()).meta({
        description:
          "Number of deliveries in each state; empty states are absent. For large messages, `queued` includes those in flight.",
      }),
      costs: z.array(z.object({ currency: z.string(), total: z.string() })).meta({
        description:
          "What it cost so far: the sum of its entries in the log, one for each currency. Empty: nothing with a price was sent. For large messages it may be some seconds old.",
      }),
      progress: messageProgress,
    }),
  )
  .meta({ id: "Message" });

/** The response to a command: the message after it. */
export const messageControlData = messageData
  .and(
    z.object({
      already: z.boolean().meta({ description: "true if it was already in that state and nothing changed." }),
    }),
  )
  .meta({ id: "ControlledMessage" });

export const messagesData = z.object({
  items: z.array(messageSummary),
  pagination: z.object({
    per_page: z.int(),
    next_cursor: z.string().nullable().meta({
      description:
        "null: this is the last page. A page may be short or even empty and not be the last, because a search stops after 0.2 seconds.",
    }),
  }),
});
