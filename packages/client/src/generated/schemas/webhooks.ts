// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonSchemas } from "./common.ts";

export type WebhooksSchemas = {
  AlertClosedEvent: {
    type: "alert.closed";
    /** When it happened. */
    timestamp: string;
    data: WebhooksSchemas["AlertEventData"];
  };
  AlertEventData: {
    alert_id: string | null;
    kind: string | null;
    /** What it is about, such as the name of a gateway. */
    subject: string | null;
    level: number | null;
    title: string | null;
    /** Fields left out because the payload would be too long. */
    omitted?: string[];
  };
  AlertOpenedEvent: {
    type: "alert.opened";
    /** When it happened. */
    timestamp: string;
    data: WebhooksSchemas["AlertEventData"];
  };
  MessageDeliveredEvent: {
    type: "message.delivered";
    /** When it happened. */
    timestamp: string;
    data: WebhooksSchemas["MessageEventData"];
  };
  MessageEventData: {
    message_id: string;
    /** Id of the outbox entry. */
    outbox_id: number | null;
    /** E.164. */
    recipient: string | null;
    state: CommonSchemas["DeliveryState"];
    gateway: string | null;
    segments: number | null;
    /** The channel that the message was delivered through, if the provider reports it; otherwise null. */
    channel: "sms" | "mms" | "rcs" | "whatsapp" | null;
    /** Why it was not delivered. */
    error?: string | null;
    /** The provider's response. Never for category otp. */
    response?: string | null;
    /** Fields left out because the payload would be too long. */
    omitted?: string[];
  };
  MessageFailedEvent: {
    type: "message.failed";
    /** When it happened. */
    timestamp: string;
    data: WebhooksSchemas["MessageEventData"];
  };
  MessageSentEvent: {
    type: "message.sent";
    /** When it happened. */
    timestamp: string;
    data: WebhooksSchemas["MessageEventData"];
  };
  MessageUnknownEvent: {
    type: "message.unknown";
    /** When it happened. */
    timestamp: string;
    data: WebhooksSchemas["MessageEventData"];
  };
  NewIncomingSmsEvent: {
    type: "new_incoming_sms";
    /** When it happened. */
    timestamp: string;
    data: {
      id: number | null;
      sender: string | null;
      recipient: string | null;
      gateway: string | null;
      text?: string | null;
      media?: string[];
      keyword: string | null;
      /** Fields left out because the payload would be too long. */
      omitted?: string[];
    };
    sender_number: string | null;
    gateway: string | null;
    text: string | null;
    command_name: string | null;
  };
  NewSmsEvent: {
    type: "new_sms";
    /** When it happened. */
    timestamp: string;
    data: {
      message_id: string | null;
      sender: string | null;
      category: string | null;
      recipients: number | null;
      /** null for category otp. */
      message?: string | null;
      media?: string[];
      /** Fields left out because the payload would be too long. */
      omitted?: string[];
    };
    /** As in the WordPress plugin. */
    api_response: string | null;
  };
  NewSubscriberEvent: {
    type: "new_subscriber";
    /** When it happened. */
    timestamp: string;
    data: {
      subscriber_id: number | null;
      name: string | null;
      mobile: string | null;
      state: string | null;
      groups?: unknown[];
      /** Fields left out because the payload would be too long. */
      omitted?: string[];
      custom_fields?: Record<string, unknown>;
    };
    name: string | null;
    mobile: string | null;
  };
  SubscriberEventData: {
    subscriber_id: number | null;
    name: string | null;
    mobile: string | null;
    state: string | null;
    groups?: unknown[];
    /** Fields left out because the payload would be too long. */
    omitted?: string[];
  };
  SubscriberUnsubscribedEvent: {
    type: "subscriber.unsubscribed";
    /** When it happened. */
    timestamp: string;
    data: WebhooksSchemas["SubscriberEventData"];
  };
  SubscriberVerifiedEvent: {
    type: "subscriber.verified";
    /** When it happened. */
    timestamp: string;
    data: WebhooksSchemas["SubscriberEventData"];
  };
  Webhook: {
    id: string;
    enabled: boolean;
    disabled_reason: "gone" | "failing" | "switched_off" | null;
    failing_since: string | null;
    created_at: string;
    url: string;
    types: WebhooksSchemas["WebhookType"][];
    old_secret_until: string | null;
  };
  WebhookAttempt: {
    at: string;
    /** Until the status had been received, or until the attempt failed. */
    duration_ms: number;
    /** null: there was no answer. */
    status: number | null;
    /** How the body of the answer begins. null: there was no answer, or it was deleted together with data of the event. */
    answer: string | null;
    /** Why there was no answer, or where the redirect that was answered leads, without its query. */
    error: string | null;
  };
  WebhookDelivery: {
    id: string;
    webhook_id: string;
    type: WebhooksSchemas["WebhookType"];
    state: CommonSchemas["WebhookDeliveryState"];
    attempts: number;
    last_status: number | null;
    last_error: string | null;
    created_at: string;
    delivered_at: string | null;
    next_try_at: string | null;
  };
  WebhookTestEvent: {
    type: "webhook.test";
    /** When it happened. */
    timestamp: string;
    data: {
      message: string | null;
    };
  };
  WebhookType: "new_sms" | "new_subscriber" | "new_incoming_sms" | "message.sent" | "message.delivered" | "message.failed" | "message.unknown" | "subscriber.verified" | "subscriber.unsubscribed" | "alert.opened" | "alert.closed" | "webhook.test";
};
