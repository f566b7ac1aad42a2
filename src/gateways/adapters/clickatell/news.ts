import type { Inbound, ProviderCall, ProviderEvents, Receipt } from "#domain/gateways/gateway";

import { faultOf, inboundOf, events, receiptOf, stateIn, type States } from "../../vendor/calls.ts";
import type { Client } from "../../vendor/client.ts";
import { at, idAt, listAt, parseJson, textAt } from "../../vendor/json.ts";
import { senderOf } from "../../vendor/numbers.ts";

// https://docs.clickatell.com/channels/one-api/one-api-reference (message status)
const states: States = {
  1: null,
  2: null,
  3: null,
  8: null,
  4: "sent",
  5: "delivered",
  6: "delivered",
  20: "undelivered",
  21: "failed",
  22: "failed",
  23: "undelivered",
  25: "failed",
  26: "failed",
  27: "failed",
  28: "failed",
  29: "failed",
  100: "failed",
};

/**
 * Reads what the One API calls us with: lists of states, of texts and of media, inside `event`. A state names no number.
 * The older SMS API has one of each in a call, flat and under other names; both are read.
 */
export function readClickatellCall(call: ProviderCall, client: Client): ProviderEvents {
  const json = parseJson(call.body);
  const event = at(json, "event");
  const updates = [...listAt(event, "messageStatusUpdate"), ...(at(json, "statusCode") === undefined ? [] : [json])];
  const texts = [
    ...listAt(event, "moText"),
    ...listAt(event, "moMedia"),
    ...(at(json, "text") === undefined ? [] : [json]),
  ];
  const known = updates.map((update) => stateIn(states, textAt(update, "statusCode")));
  return events({
    receipts: updates.flatMap((update, index) => readUpdate(update, known[index], client)),
    inbound: texts.flatMap(readText),
    understood: known.includes(null),
  });
}

function readUpdate(update: unknown, state: Receipt["state"] | null | undefined, client: Client): Receipt[] {
  if (!state) return [];
  const said = client.words(textAt(update, "statusDescription") || textAt(update, "status"));
  return [
    receiptOf(state, {
      providerId: idAt(update, "messageId"),
      ref: textAt(update, "clientMessageId"),
      phone: textAt(update, "to"),
      ...faultOf(state, textAt(update, "statusCode"), said),
    }),
  ];
}

function readText(said: unknown): Inbound[] {
  const from = senderOf(textAt(said, "from") || textAt(said, "fromNumber"));
  const to = textAt(said, "to") || textAt(said, "toNumber");
  // Of media the words beside it; what they are themselves is a stream of bytes, or lies behind Clickatell's key.
  const isMedia = at(said, "files") !== undefined || at(said, "contentType") !== undefined;
  const text = isMedia ? textAt(said, "caption") : textAt(said, "content") || textAt(said, "text");
  if (from === "" || to === "" || (!isMedia && at(said, "content") === undefined && at(said, "text") === undefined))
    return [];
  return [inboundOf({ providerId: idAt(said, "messageId"), from, to, text })];
}
