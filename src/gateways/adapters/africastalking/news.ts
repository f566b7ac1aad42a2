import type { ProviderCall, ProviderNews, Receipt } from "#domain/ports/gateway";

import { faultOf, fieldsOf, inboundOf, news, receiptOf, stateIn } from "../../vendor/calls.ts";
import type { Client } from "../../vendor/client.ts";

// https://developers.africastalking.com/docs/sms/notifications; `Buffered` tells nothing new.
const states: Readonly<Record<string, Receipt["state"]>> = {
  Sent: "sent",
  Submitted: "sent",
  Success: "delivered",
  Failed: "undelivered",
  AbsentSubscriber: "undelivered",
  Expired: "undelivered",
  Rejected: "failed",
};

/** Reads a delivery report or an incoming message, which has a sender. */
export function readAfricastalkingCall(call: ProviderCall, client: Client): ProviderNews {
  const form = fieldsOf(call);
  const value = (name: string): string => form.get(name) ?? "";
  const [providerId, word, from, to] = [value("id"), value("status"), value("from"), value("to")];
  const state = stateIn(states, word);
  if (state && providerId !== "") {
    const fault = faultOf(state, word, client.words(value("failureReason")));
    return news({ receipts: [receiptOf(state, { providerId, phone: value("phoneNumber"), ...fault })] });
  }
  if (from === "" || to === "" || !form.has("text")) return news({});
  return news({ inbound: [inboundOf({ providerId, from, to, text: value("text") })] });
}
