// Generated from openapi.json by `npm run generate`. Do not edit.
import type { Schemas } from "./schemas.ts";

/** The events that a webhook receives, by type. */
export type WebhookEvents = {
  /** The first delivery of a message was accepted by a gateway */
  "new_sms": Schemas["NewSmsEvent"];
  /** Someone subscribed, confirmed or not */
  "new_subscriber": Schemas["NewSubscriberEvent"];
  /** An inbound message arrived */
  "new_incoming_sms": Schemas["NewIncomingSmsEvent"];
  /** A gateway accepted the message for a recipient */
  "message.sent": Schemas["MessageSentEvent"];
  /** The message reached the recipient's phone */
  "message.delivered": Schemas["MessageDeliveredEvent"];
  /** A message will not be delivered */
  "message.failed": Schemas["MessageFailedEvent"];
  /** A gateway may have accepted the message, but did not confirm it */
  "message.unknown": Schemas["MessageUnknownEvent"];
  /** A subscriber confirmed with the right code */
  "subscriber.verified": Schemas["SubscriberVerifiedEvent"];
  /** Someone left one group or all groups */
  "subscriber.unsubscribed": Schemas["SubscriberUnsubscribedEvent"];
  /** Something needs an operator, or has become worse */
  "alert.opened": Schemas["AlertOpenedEvent"];
  /** What needed an operator has ended */
  "alert.closed": Schemas["AlertClosedEvent"];
  /** A test was requested */
  "webhook.test": Schemas["WebhookTestEvent"];
};
