import type { Inbound, ProviderCall, ProviderEvents, Receipt } from "#domain/gateways/gateway";

import { faultOf, inboundOf, events, receiptOf, stateIn, type States } from "../../vendor/calls.ts";
import { channelOf } from "../../vendor/channel.ts";
import { at, codeAt, listAt, parseJson, textAt } from "../../vendor/json.ts";
import { senderOf } from "../../vendor/numbers.ts";

const states: States = {
  ACCEPTED: null,
  PENDING: "sent",
  DELIVERED: "delivered",
  UNDELIVERABLE: "undelivered",
  EXPIRED: "undelivered",
  REJECTED: "failed",
};

/** Reads a list of delivery reports or of incoming texts: both come as `results`, and only reports have a status. */
export function readInfobipCall(call: ProviderCall): ProviderEvents {
  const results = listAt(parseJson(call.body), "results");
  return events({
    receipts: results.flatMap(readReport),
    inbound: results.flatMap(readText),
    understood: results.some((result) => stateOf(result) === null),
  });
}

/** Of the group DELIVERED one is not final: the operator has it, and the phone not yet. */
function stateOf(result: unknown): Receipt["state"] | null | undefined {
  if (textAt(result, "status", "name") === "DELIVERED_TO_OPERATOR") return "sent";
  return stateIn(states, textAt(result, "status", "groupName"));
}

function readReport(result: unknown): Receipt[] {
  const state = stateOf(result);
  if (!state) return [];
  const error = codeAt(result, "error", "name");
  return [
    receiptOf(state, {
      providerId: textAt(result, "messageId"),
      ref: textAt(result, "callbackData"),
      phone: textAt(result, "to"),
      channel: channelOf(textAt(result, "channel")),
      // A delivered text has an error, too, that says that there is none.
      ...faultOf(state, error || codeAt(result, "status", "name"), ""),
    }),
  ];
}

function readText(result: unknown): Inbound[] {
  const from = senderOf(textAt(result, "from"));
  const parts = listAt(result, "message");
  if (from === "" || at(result, "status") !== undefined) return [];
  if (at(result, "text") === undefined && parts.length === 0) return [];
  const text =
    textAt(result, "text") ||
    parts
      .map((part) => textAt(part, "value"))
      .filter(Boolean)
      .join("\n");
  const media = parts.map((part) => textAt(part, "url")).filter(Boolean);
  return [inboundOf({ providerId: textAt(result, "messageId"), from, to: textAt(result, "to"), text, media })];
}
