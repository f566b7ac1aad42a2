import { withOwnText } from "#domain/messages/content";
import { referenceOf } from "#domain/messages/reference";
import type { OutgoingSms } from "#domain/gateways/gateway";
import type { Marked, QueuedMessage } from "#domain/deliveries/queue";
import { second } from "#lib/time";

import type { LeasedChunk } from "./leased-chunk.ts";
import type { DispatcherDeps } from "./options.ts";

/** A delivery between mark and settle. */
export type InFlightDelivery = {
  readonly leased: LeasedChunk;
  readonly marked: Marked;
  readonly message: QueuedMessage;
  /** When all its gates were last checked, by {@link DispatcherDeps.awake}; -Infinity if it may no longer leave. */
  cleared: number;
};

/** A delivery in the form that its gateway expects. */
export function smsOf({ marked, message }: InFlightDelivery, { via, clock, receiptUrl }: DispatcherDeps): OutgoingSms {
  const ref = referenceOf(marked);
  const { sender, personal: _template, variants: _variants, ...content } = message.content;
  const url = via.abilities.receipts ? receiptUrl(via.name, ref) : undefined;
  return {
    ...content,
    ref,
    to: marked.phone,
    validFor: Math.max(1, Math.round((message.validUntil - clock.now()) / second)),
    ...(sender !== null && { from: sender }),
    ...(url !== undefined && { receiptUrl: url }),
  };
}

/** The message as this recipient gets it. */
export function messageFor({ text }: Marked, message: QueuedMessage): QueuedMessage {
  return text === undefined ? message : { ...message, content: withOwnText(message.content, text) };
}
