import type { WebhookEvents } from "tidings-client";

export type EventType = keyof WebhookEvents;

/** What each type tells, and how often. A test is sent whatever types are chosen. */
export const eventTypes: readonly { readonly type: EventType; readonly tells: string }[] = [
  { type: "new_sms", tells: "A message left: once for each message, when its first text was taken." },
  { type: "message.sent", tells: "A text was taken by the provider: once for each person." },
  { type: "message.delivered", tells: "A text reached the phone." },
  { type: "message.failed", tells: "A text will not arrive, and why." },
  { type: "message.unknown", tells: "A provider may have taken a text and did not say so." },
  { type: "new_incoming_sms", tells: "A person wrote to you." },
  { type: "new_subscriber", tells: "A person subscribed, confirmed or not." },
  { type: "subscriber.verified", tells: "A person confirmed with the right code." },
  { type: "subscriber.unsubscribed", tells: "A person left one group or all of them." },
  { type: "alert.opened", tells: "Something needs an operator: an alert opened, or grew worse." },
  { type: "alert.closed", tells: "An alert has ended." },
];
