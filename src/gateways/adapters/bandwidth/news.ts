import type { Inbound, ProviderCall, ProviderEvents, Receipt } from "#domain/gateways/gateway";

import { inboundOf, events, receiptOf, stateIn, type States } from "../../vendor/calls.ts";
import { channelOf } from "../../vendor/channel.ts";
import type { Client } from "../../vendor/client.ts";
import { codeAt, idAt, listAt, parseJson, textAt } from "../../vendor/json.ts";

/** Reads a callback: a JSON list of what happened to texts and of texts from people. */
export function readBandwidthCall(call: ProviderCall, client: Client): ProviderEvents {
  const items = listAt(parseJson(call.body));
  return events({
    receipts: items.flatMap((event) => {
      const state = stateOf(textAt(event, "type"), codeAt(event, "errorCode"));
      return state ? [readReceipt(event, state, client)] : [];
    }),
    // 4775: the person said STOP to the carrier or to Bandwidth.
    optOuts: items
      .filter((event) => textAt(event, "type") === "message-failed" && codeAt(event, "errorCode") === "4775")
      .map((event) => textAt(event, "to"))
      .filter(Boolean),
    inbound: items.filter((event) => textAt(event, "type") === "message-received").map(readInbound),
  });
}

const states: States = {
  "message-sending": "sent",
  "message-sent": "sent",
  "message-delivered": "delivered",
  "message-read": "delivered",
};

function stateOf(type: string, code: string): Receipt["state"] | null | undefined {
  if (type !== "message-failed") return stateIn(states, type);
  // Whose failure it was is in the first two digits: 44 and 51 Bandwidth itself, 9 nobody knows whether it failed.
  if (/^(44|51)\d\d$/.test(code)) return "failed";
  return /^9\d\d\d$/.test(code) ? "sent" : "undelivered";
}

function readReceipt(event: unknown, state: Receipt["state"], client: Client): Receipt {
  return receiptOf(state, {
    providerId: idAt(event, "message", "id"),
    ref: textAt(event, "message", "tag"),
    phone: textAt(event, "to"),
    channel: channelOf(textAt(event, "message", "channel")),
    code: codeAt(event, "errorCode"),
    detail: client.words(textAt(event, "description"), textAt(event, "message", "text")),
  });
}

function readInbound(event: unknown): Inbound {
  return inboundOf({
    providerId: idAt(event, "message", "id"),
    from: textAt(event, "message", "from"),
    to: textAt(event, "to"),
    text: textAt(event, "message", "text"),
    media: listAt(event, "message", "media").filter((url) => typeof url === "string"),
  });
}
