import type { ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

import { isSignedByMessageBird } from "../../signatures/messagebird.ts";
import { inboundOf, events, nothingNew, receiptOf, stateIn, valuesOf, type States } from "../../vendor/calls.ts";
import { codeAt } from "../../vendor/json.ts";
import { internationalOf, senderOf } from "../../vendor/numbers.ts";

/** The reference of a call for several people: receipts need one, and are matched by id and number. */
export const SEVERAL = "several";

const states: States = {
  scheduled: null,
  buffered: null,
  sent: "sent",
  delivered: "delivered",
  delivery_failed: "undelivered",
  expired: "undelivered",
};

/** Reads a status report or an incoming text. @param key absent: calls are not signed. @param now milliseconds */
export function readMessageBirdCall(call: ProviderCall, key: string | undefined, now: number): ProviderEvents {
  if (key !== undefined && !isSignedByMessageBird(call, key, now)) return { forged: true };
  const fields = valuesOf(call);
  const field = (name: string): string => fields.get(name) ?? "";
  const providerId = field("id");
  const phone = internationalOf(field("recipient"));
  const state = stateIn(states, field("status"));
  // One id for up to fifty people: without a number a report could be anybody's.
  if (state && phone !== "") {
    const ref = field("reference") === SEVERAL ? "" : field("reference");
    const error = field("statusErrorCode");
    const code = error === "0" ? "" : codeAt({ error }, "error");
    return events({ receipts: [receiptOf(state, { providerId, ref, phone, code })] });
  }
  if (state === null) return nothingNew();
  if (fields.has("status") || field("originator") === "" || !fields.has("body")) return events({});
  const from = senderOf(field("originator"));
  return events({ inbound: [inboundOf({ providerId, from, to: field("recipient"), text: field("body") })] });
}
