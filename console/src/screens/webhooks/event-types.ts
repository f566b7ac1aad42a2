import type { WebhookEvents } from "tidings-client";

import { t } from "../../lib/translate.ts";

export type EventType = keyof WebhookEvents;

/** What each type reports, and how often. A test is sent whatever types are chosen. */
export const eventTypes: readonly { readonly type: EventType; readonly meaning: string }[] = [
  { type: "new_sms", meaning: t`A message left: once for each message, when its first text was taken.` },
  { type: "message.sent", meaning: t`A text was taken by the provider: once for each person.` },
  { type: "message.delivered", meaning: t`A text reached the phone.` },
  { type: "message.failed", meaning: t`A text will not arrive, and why.` },
  { type: "message.unknown", meaning: t`A provider may have taken a text and did not say so.` },
  { type: "new_incoming_sms", meaning: t`A person wrote to you.` },
  { type: "new_subscriber", meaning: t`A person subscribed, confirmed or not.` },
  { type: "subscriber.verified", meaning: t`A person confirmed with the right code.` },
  { type: "subscriber.unsubscribed", meaning: t`A person left one group or all of them.` },
  { type: "alert.opened", meaning: t`Something needs an operator: an alert opened, or grew worse.` },
  { type: "alert.closed", meaning: t`An alert has ended.` },
];
