import type { ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

import { faultOf, inboundOf, events, receiptOf, stateIn, valuesOf, type States } from "../../vendor/calls.ts";
import type { Client } from "../../vendor/client.ts";

// 200 and 300 are not final: the network has it, or keeps trying.
const states: States = {
  200: "sent",
  201: "delivered",
  300: "sent",
  301: "undelivered",
};

/** Reads what an automation rule sends: a receipt or a reply, as a form, as JSON or in the address. */
export function readClicksendCall(call: ProviderCall, client: Client): ProviderEvents {
  const values = valuesOf(call);
  const value = (name: string): string => values.get(name) ?? "";
  const code = value("status_code");
  const state = stateIn(states, code);
  if (state) {
    const receipt = receiptOf(state, {
      providerId: value("message_id"),
      ref: value("custom_string"),
      ...faultOf(state, value("error_code") || code, client.words(value("error_text") || value("status_text"))),
    });
    return events({ receipts: [receipt] });
  }
  const [from, to] = [value("from"), value("to")];
  if (code !== "" || from === "" || !values.has("body")) return events({});
  return events({ inbound: [inboundOf({ providerId: value("message_id"), from, to, text: value("body") })] });
}
