import type { Inbound, ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

import { isHexHmac } from "../../signatures/hex-hmac.ts";
import { headerOf, inboundOf, events, nothingNew, receiptOf, stateIn, type States } from "../../vendor/calls.ts";
import type { Client } from "../../vendor/client.ts";
import { codeAt, idAt, parseJson, textAt } from "../../vendor/json.ts";
import { internationalOf } from "../../vendor/numbers.ts";

const states: States = {
  MESSAGE_SENT: "sent",
  MESSAGE_DELIVERED: "delivered",
  MESSAGE_FAILED: "failed",
};
/** Events that only say that the state changed: it stands in `status`. Those before `sent` tell nothing new. */
const CHANGES = new Set(["SMS_STATUS_UPDATED", "UNKNOWN_STATE"]);
const statuses: States = { sent: "sent", delivered: "delivered", failed: "failed" };

/** Reads a webhook: X-Signature is the hexadecimal HMAC-SHA256 of the body. It carries no time. */
export function readTextbeeCall(call: ProviderCall, secret: string | undefined, client: Client): ProviderEvents {
  if (secret !== undefined && !isHexHmac(headerOf(call, "x-signature"), secret, call.body)) return { forged: true };
  const event = parseJson(call.body);
  const word = textAt(event, "webhookEvent");
  if (word === "MESSAGE_RECEIVED") return events({ inbound: [readInbound(event)] });
  const state = CHANGES.has(word)
    ? (stateIn(statuses, textAt(event, "status").toLowerCase()) ?? null)
    : stateIn(states, word);
  if (state === null) return nothingNew();
  const phone = internationalOf(textAt(event, "recipient"));
  // The id is the call's: without the number it would be anybody's receipt.
  if (state === undefined || phone === "") return events({});
  return events({
    receipts: [
      receiptOf(state, {
        providerId: idAt(event, "smsBatchId"),
        phone,
        code: codeAt(event, "errorCode"),
        detail: client.words(textAt(event, "errorMessage"), textAt(event, "message")),
      }),
    ],
  });
}

function readInbound(event: unknown): Inbound {
  return inboundOf({
    providerId: idAt(event, "smsId"),
    from: textAt(event, "sender"),
    // The phone's own number is not told.
    to: "",
    text: textAt(event, "message"),
  });
}
