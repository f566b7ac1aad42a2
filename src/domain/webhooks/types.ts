/** Types of events that an endpoint may subscribe to. The first three are those of WP SMS. */
export const webhookTypes = [
  "new_sms",
  "new_subscriber",
  "new_incoming_sms",
  "message.sent",
  "message.delivered",
  "message.failed",
  "message.unknown",
  "subscriber.verified",
  "subscriber.unsubscribed",
  "alert.opened",
  "alert.closed",
  "webhook.test",
] as const;

export type WebhookType = (typeof webhookTypes)[number];

/** Each type once, in the order of the list, so that equal sets are equal lists. */
export function inOrder(types: readonly WebhookType[]): readonly WebhookType[] {
  return webhookTypes.filter((type) => types.includes(type));
}
