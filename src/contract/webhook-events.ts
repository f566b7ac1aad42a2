import { z } from "zod";

import type { WebhookType } from "#domain/webhooks/types";

import { channel } from "./outbox.ts";
import { deliveryState } from "./value-lists.ts";

/**
 * What is sent to an endpoint, by type. A field of unbounded length is left out if the payload would exceed 20 kB;
 * `omitted` then names it.
 */

const omitted = z
  .array(z.string())
  .optional()
  .meta({ description: "Fields left out because the payload would be too long." });
const at = z.iso.datetime().meta({ description: "When it happened." });

const outgoing = z
  .object({
    message_id: z.string(),
    outbox_id: z.int().nullable().meta({ description: "Id of the outbox entry." }),
    recipient: z.string().nullable().meta({ description: "E.164." }),
    state: deliveryState,
    gateway: z.string().nullable(),
    segments: z.int().nullable(),
    channel,
    error: z.string().nullable().optional().meta({ description: "Why it was not delivered." }),
    response: z
      .string()
      .nullable()
      .optional()
      .meta({ description: "The provider's response. Never for category otp." }),
    omitted,
  })
  .meta({ id: "MessageEventData" });

const subscriber = z
  .object({
    subscriber_id: z.int().nullable(),
    name: z.string().nullable(),
    mobile: z.string().nullable(),
    state: z.string().nullable(),
    groups: z.array(z.unknown()).optional(),
    omitted,
  })
  .meta({ id: "SubscriberEventData" });

const alert = z
  .object({
    alert_id: z.string().nullable(),
    kind: z.string().nullable(),
    subject: z.string().nullable().meta({ description: "What it is about, such as the name of a gateway." }),
    level: z.int().nullable(),
    title: z.string().nullable(),
    omitted,
  })
  .meta({ id: "AlertEventData" });

const event = <Type extends WebhookType, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({ type: z.literal(type), timestamp: at, data });

/** Summary and body of each type. */
export const webhookEvents: Readonly<Record<WebhookType, { readonly summary: string; readonly body: z.ZodObject }>> = {
  new_sms: {
    summary: "The first delivery of a message was accepted by a gateway",
    body: event(
      "new_sms",
      z.object({
        message_id: z.string().nullable(),
        sender: z.string().nullable(),
        category: z.string().nullable(),
        recipients: z.int().nullable(),
        message: z.string().nullable().optional().meta({ description: "null for category otp." }),
        media: z.array(z.string()).optional(),
        omitted,
      }),
    ).extend({ api_response: z.string().nullable().meta({ description: "As in the WordPress plugin." }) }),
  },
  new_subscriber: {
    summary: "Someone subscribed, confirmed or not",
    body: event(
      "new_subscriber",
      subscriber.extend({ custom_fields: z.record(z.string(), z.unknown()).optional() }),
    ).extend({ name: z.string().nullable(), mobile: z.string().nullable() }),
  },
  new_incoming_sms: {
    summary: "An inbound message arrived",
    body: event(
      "new_incoming_sms",
      z.object({
        id: z.int().nullable(),
        sender: z.string().nullable(),
        recipient: z.string().nullable(),
        gateway: z.string().nullable(),
        text: z.string().nullable().optional(),
        media: z.array(z.string()).optional(),
        keyword: z.string().nullable(),
        omitted,
      }),
    ).extend({
      sender_number: z.string().nullable(),
      gateway: z.string().nullable(),
      text: z.string().nullable(),
      command_name: z.string().nullable(),
    }),
  },
  "message.sent": { summary: "A gateway accepted the message for a recipient", body: event("message.sent", outgoing) },
  "message.delivered": {
    summary: "The message reached the recipient's phone",
    body: event("message.delivered", outgoing),
  },
  "message.failed": { summary: "A message will not be delivered", body: event("message.failed", outgoing) },
  "message.unknown": {
    summary: "A gateway may have accepted the message, but did not confirm it",
    body: event("message.unknown", outgoing),
  },
  "subscriber.verified": {
    summary: "A subscriber confirmed with the right code",
    body: event("subscriber.verified", subscriber),
  },
  "subscriber.unsubscribed": {
    summary: "Someone left one group or all groups",
    body: event("subscriber.unsubscribed", subscriber),
  },
  "alert.opened": {
    summary: "Something needs an operator, or has become worse",
    body: event("alert.opened", alert),
  },
  "alert.closed": { summary: "What needed an operator has ended", body: event("alert.closed", alert) },
  "webhook.test": {
    summary: "A test was requested",
    body: event("webhook.test", z.object({ message: z.string().nullable() })),
  },
};
