import { z } from "zod";

import { timelineTypes } from "#domain/outbox/timeline";
import { resendable } from "#domain/outbox/resend";

import { integer, text, toggle } from "./fields.ts";
import { outboxItem } from "./outbox.ts";
import { sendData, sendRequest } from "./send.ts";
import { messageCategory, webhookDeliveryState } from "./value-lists.ts";

const id = integer(1).meta({ description: "The `id` of the entry.", example: 1742 });

export const outboxEntryRequest = z.object({ id });

const otherEntry = z.object({
  id: z.int().meta({ description: "The other entry." }),
  message_id: z.string(),
});

const step = z
  .object({
    at: z.iso.datetime().nullable().meta({ description: "null: the instant was not recorded, or it is yet to come." }),
    type: z.enum(timelineTypes),
    text: z.string().meta({ description: "One sentence for people. It may be worded differently in a later version." }),
    by: z
      .string()
      .optional()
      .meta({ description: "Who did it: `builtin:` and a user's id, or a part of the service." }),
    gateway: z.string().optional(),
    attempt: z.int().optional(),
    code: z.string().optional().meta({ description: "The provider's code, or the reason of the service." }),
    response: z.string().optional().meta({ description: "The provider's own words; never for one-time passwords." }),
    provider_ids: z.array(z.string()).optional().meta({
      description: "The ids under which the provider reports on it. They are kept for 30 days.",
    }),
    rules: z.array(z.string()).optional().meta({
      description: "The rules of TIDINGS_GATEWAY that apply to this number and category as configured now.",
    }),
    until: z.iso.datetime().optional().meta({ description: "When it is tried next." }),
    entry: otherEntry.optional().meta({ description: "The other entry of a resend." }),
    webhook: z
      .object({
        id: z.string(),
        host: z.string().meta({ description: "Of its URL." }),
        delivery_id: z.string(),
        type: z.string(),
        state: webhookDeliveryState,
        attempts: z.int(),
        last_status: z.int().nullable().meta({ description: "HTTP status of the last attempt; null: no answer yet." }),
        next_try_at: z.iso.datetime().nullable(),
      })
      .optional()
      .meta({ description: "An event about this entry on its way to a webhook." }),
  })
  .meta({ id: "OutboxTimelineStep" });

export const outboxEntryData = outboxItem
  .and(
    z.object({
      category: messageCategory,
      attempts: z.int().meta({ description: "Attempts that counted: a gateway that throttles does not use up any." }),
      valid_until: z.iso.datetime().meta({ description: "What has not left by then expires." }),
      reason: z
        .object({
          code: z.string(),
          text: z.string(),
          remedy: z.string().nullable().meta({ description: "What to do about it; null: nothing." }),
        })
        .nullable()
        .meta({ description: "Why it failed, is in doubt or is held; null: nothing of that." }),
      resend_of: otherEntry.nullable().meta({ description: "The entry that this one resends." }),
      resent_as: otherEntry.nullable().meta({ description: "The entry that resends this one." }),
      timeline: z.array(step).meta({
        description:
          "What happened to it, oldest first, as far as it is kept. Of attempts that were repeated, those that counted are listed, and for each gateway the first that did not.",
      }),
    }),
  )
  .meta({ id: "OutboxEntry" });

export type OutboxEntryData = z.output<typeof outboxEntryData>;

export const outboxResendRequest = z.object({
  id,
  gateway: text(100).optional().meta({ description: "Another gateway than the first time." }),
  confirm_duplicate: toggle().optional().meta({
    description: "Required if the state is `unknown`: the person may have received the first one.",
  }),
  again: toggle().optional().meta({
    description:
      "Sends it whatever became of it, unless it is still to be sent, and however often it was resent: the person may get it once more. Its gateway may be another one if the first is not in use now.",
  }),
  consent_basis: sendRequest.shape.consent_basis,
});

export const outboxResendData = sendData.and(
  z.object({
    resend_of: otherEntry,
    id: z.int().meta({ description: "The new entry." }),
  }),
);

export const RESENDABLE = resendable.join(", ");
