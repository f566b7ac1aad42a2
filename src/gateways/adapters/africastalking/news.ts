import type { ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

import {
  faultOf,
  fieldsOf,
  inboundOf,
  events,
  nothingNew,
  receiptOf,
  stateIn,
  type States,
} from "../../vendor/calls.ts";
import type { Client } from "../../vendor/client.ts";
import { internationalOf } from "../../vendor/numbers.ts";

// https://developers.africastalking.com/docs/sms/notifications
const states: States = {
  Buffered: null,
  Sent: "sent",
  Submitted: "sent",
  Success: "delivered",
  Failed: "undelivered",
  AbsentSubscriber: "undelivered",
  Expired: "undelivered",
  Rejected: "failed",
};

/** Reads a delivery report, an incoming message, which has a sender, or an opt-out. */
export function readAfricastalkingCall(call: ProviderCall, client: Client): ProviderEvents {
  const form = fieldsOf(call);
  const value = (name: string): string => form.get(name) ?? "";
  const [providerId, word, from, to] = [value("id"), value("status"), value("from"), value("to")];
  const state = stateIn(states, word);
  if (state && providerId !== "") {
    const issue = faultOf(state, word, client.words(value("failureReason")));
    return events({ receipts: [receiptOf(state, { providerId, phone: value("phoneNumber"), ...issue })] });
  }
  if (state === null) return nothingNew();
  // A call of the list of people who opted out: a number and the sender that it opted out of, and nothing else.
  if (form.has("senderId") && word === "" && from === "" && !form.has("text"))
    return events({ optOuts: [internationalOf(value("phoneNumber"))].filter(Boolean) });
  if (from === "" || to === "" || !form.has("text")) return events({});
  return events({ inbound: [inboundOf({ providerId, from, to, text: value("text") })] });
}
