// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonSchemas } from "./common.ts";

export type OutboxSchemas = {
  OutboxEntry: OutboxSchemas["OutboxItem"] & {
    category: CommonSchemas["MessageCategory"];
    /** Attempts that counted: a gateway that throttles does not use up any. */
    attempts: number;
    /** What has not left by then expires. */
    valid_until: string;
    /** Why it failed, is in doubt or is held; null: nothing of that. */
    reason: {
      code: string;
      text: string;
      /** What to do about it; null: nothing. */
      remedy: string | null;
    } | null;
    /** The entry that this one resends. */
    resend_of: {
      /** The other entry. */
      id: number;
      message_id: string;
    } | null;
    /** The entry that resends this one. */
    resent_as: {
      /** The other entry. */
      id: number;
      message_id: string;
    } | null;
    /** What happened to it, oldest first, as far as it is kept. Of attempts that were repeated, those that counted are listed, and for each gateway the first that did not. */
    timeline: OutboxSchemas["OutboxTimelineStep"][];
  };
  OutboxItem: {
    id: number;
    message_id: string;
    /** Site time, YYYY-MM-DD HH:MM:SS. */
    date: string;
    created_at: string;
    sent_at: string | null;
    delivered_at: string | null;
    sender: string | null;
    recipient: string;
    recipient_count: 1;
    /** The text; "[hidden]" for one-time passwords. */
    message: string;
    status: "success" | "failed" | "pending";
    state: CommonSchemas["DeliveryState"];
    response: string | null;
    media: string[];
    gateway: string | null;
    segments: number;
    /** What it cost, by the prices of its gateway when that accepted it; null: it was not accepted or is in doubt, or there was no price. */
    cost: string | null;
    /** Of the cost. */
    currency: string | null;
    /** The channel that the message was delivered through, if the provider reports it; otherwise null. */
    channel: "sms" | "mms" | "rcs" | "whatsapp" | null;
    error: string | null;
    /** Why a delivery in the state held waits. */
    held_for: CommonSchemas["HoldReason"] | null;
    /** When it is tried, unless it is held again. */
    held_until: string | null;
  };
  OutboxTimelineStep: {
    /** null: the instant was not recorded, or it is yet to come. */
    at: string | null;
    type: "accepted" | "resend" | "suppressed" | "held" | "paused" | "resumed" | "rate_changed" | "message_canceled" | "message_expired" | "routed" | "deferred" | "waiting" | "sent" | "delivered" | "undelivered" | "failed" | "expired" | "canceled" | "unknown" | "webhook" | "resent";
    /** One sentence for people. It may be worded differently in a later version. */
    text: string;
    /** Who did it: `builtin:` and a user's id, or a part of the service. */
    by?: string;
    gateway?: string;
    attempt?: number;
    /** The provider's code, or the reason of the service. */
    code?: string;
    /** The provider's own words; never for one-time passwords. */
    response?: string;
    /** The ids under which the provider reports on it. They are kept for 30 days. */
    provider_ids?: string[];
    /** The rules of TIDINGS_GATEWAY that apply to this number and category as configured now. */
    rules?: string[];
    /** When it is tried next. */
    until?: string;
    /** The other entry of a resend. */
    entry?: {
      /** The other entry. */
      id: number;
      message_id: string;
    };
    /** An event about this entry on its way to a webhook. */
    webhook?: {
      id: string;
      /** Of its URL. */
      host: string;
      delivery_id: string;
      type: string;
      state: CommonSchemas["WebhookDeliveryState"];
      attempts: number;
      /** HTTP status of the last attempt; null: no answer yet. */
      last_status: number | null;
      next_try_at: string | null;
    };
  };
};
