import type { Inbound, ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

import { isHexHmac } from "../../signatures/hex-hmac.ts";
import { headerOf, inboundOf, events, nothingNew, receiptOf, stateIn, type States } from "../../vendor/calls.ts";
import type { Client } from "../../vendor/client.ts";
import { isFresh } from "../../vendor/fresh.ts";
import { at, idAt, parseJson, textAt } from "../../vendor/json.ts";

const states: States = {
  // The announcement of an MMS, which is told again when it is there.
  "mms:received": null,
  "system:ping": null,
  "app:started": null,
  "sms:sent": "sent",
  "sms:delivered": "delivered",
  "sms:failed": "failed",
  "sms:cancelled": "failed",
};

/**
 * Reads a webhook. X-Signature is the hexadecimal HMAC-SHA256 of the body followed by X-Timestamp, made anew for each try.
 *
 * @param now milliseconds
 */
export function readSmsgateCall(
  call: ProviderCall,
  key: string | undefined,
  now: number,
  client: Client,
): ProviderEvents {
  if (key !== undefined && !isSigned(call, key, now)) return { forged: true };
  const json = parseJson(call.body);
  const event = textAt(json, "event");
  const payload = at(json, "payload");
  if (event === "sms:received") return events({ inbound: [readInbound(json, textAt(payload, "message"))] });
  if (event === "mms:downloaded") return events({ inbound: [readInbound(json, textAt(payload, "body"))] });
  const state = stateIn(states, event);
  if (state === null) return nothingNew();
  if (state === undefined) return events({});
  // The id is the one we gave: our reference.
  const id = idAt(payload, "messageId");
  return events({
    receipts: [
      receiptOf(state, {
        providerId: id,
        ref: id,
        phone: textAt(payload, "recipient") || textAt(payload, "phoneNumber"),
        detail: client.words(textAt(payload, "reason")),
      }),
    ],
  });
}

function isSigned(call: ProviderCall, key: string, now: number): boolean {
  const at = headerOf(call, "x-timestamp") ?? "";
  return isFresh(at, now) && isHexHmac(headerOf(call, "x-signature"), key, call.body + at);
}

function readInbound(json: unknown, text: string): Inbound {
  const payload = at(json, "payload");
  return inboundOf({
    // The event's id: the message's is made of its content, and a second "YES" would pass for a repetition.
    providerId: idAt(json, "id"),
    from: textAt(payload, "sender") || textAt(payload, "phoneNumber"),
    to: textAt(payload, "recipient"),
    text,
  });
}
