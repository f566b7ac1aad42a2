import type { WebhookEvents } from "tidings-client";

import { t } from "../../lib/translate.ts";

export type EventType = keyof WebhookEvents;

/** What each type reports, and how often. A test is sent whatever types are chosen. */
export const eventTypes: readonly { readonly type: EventType; readonly tells: string }[] = [
  { type: "new_sms", tells: t`A message left: once for each message, when its first text was taken.` },
  { type: "message.sent", tells: t`A text was taken by the provider: once for each person.` },
  { type: "message.delivered", tells: t`A text reached the phone.` },
  { type: "message.failed", tells: t`A text will not arrive, and why.` },
  { type: "message.unknown", tells: t`A provider may have taken a text and did not say so.` },
  { type: "new_incoming_sms", tells: t`A person wrote to you.` },
  { type: "new_subscriber", tells: t`A person subscribed, confirmed or not.` },
  { type: "subscriber.verified", tells: t`A person confirmed with the right code.` },
  { type: "subscriber.unsubscribed", tells: t`A person left one group or all of them.` },
  { type: "alert.opened", tells: t`Something needs an operator: an alert opened, or grew worse.` },
  { type: "alert.closed", tells: t`An alert has ended.` },
];
