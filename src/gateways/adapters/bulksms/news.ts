import type { Inbound, ProviderCall, ProviderEvents, Receipt } from "#domain/gateways/gateway";

import { faultOf, inboundOf, events, receiptOf, stateIn, type States } from "../../vendor/calls.ts";
import { idAt, listAt, parseJson, textAt } from "../../vendor/json.ts";
import { internationalOf, senderOf } from "../../vendor/numbers.ts";

const states: States = {
  ACCEPTED: null,
  SCHEDULED: null,
  SENT: "sent",
  UNKNOWN: "sent",
  DELIVERED: "delivered",
  "FAILED.EXPIRED": "undelivered",
  "FAILED.HANDSET_ERROR": "undelivered",
  "FAILED.BLOCKED": "failed",
  "FAILED.NOT_SENT": "failed",
};

/** The person asked BulkSMS for no more texts. */
const OPTED_OUT = "FAILED.BLOCKED";

/** Reads a webhook's call: a list of messages, sent ones with their status and received ones. Empty when it is tested. */
export function readBulksmsCall(call: ProviderCall): ProviderEvents {
  const receipts: Receipt[] = [];
  const inbound: Inbound[] = [];
  const optOuts: string[] = [];
  let understood = call.body.trim() === "[]";
  for (const message of listAt(parseJson(call.body))) {
    const [type, subtype] = [textAt(message, "status", "type"), textAt(message, "status", "subtype")];
    const [providerId, from, to] = [idAt(message, "id"), textAt(message, "from"), textAt(message, "to")];
    const word = type === "FAILED" ? `${type}.${subtype}` : type;
    const state = stateIn(states, word);
    understood ||= state === null;
    if (textAt(message, "type") === "RECEIVED" && from !== "")
      inbound.push(inboundOf({ providerId, from: senderOf(from), to, text: textAt(message, "body") }));
    else if (textAt(message, "type") === "SENT" && state && providerId !== "") {
      receipts.push(receiptOf(state, { providerId, phone: to, ...faultOf(state, subtype, "") }));
      if (word === OPTED_OUT) optOuts.push(internationalOf(to));
    }
  }
  return events({ receipts, inbound, optOuts: optOuts.filter(Boolean), understood });
}
