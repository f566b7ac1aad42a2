import type { ProviderCall, ProviderNews, Receipt } from "#domain/ports/gateway";

import { faultOf, inboundOf, news, receiptOf, stateIn, valuesOf } from "../../vendor/calls.ts";
import type { Client } from "../../vendor/client.ts";
import { senderOf } from "../../vendor/numbers.ts";

// https://docs.clickatell.com/channels/one-api/one-api-reference (message status); those before `sent` tell nothing new.
const states: Readonly<Record<string, Receipt["state"]>> = {
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

/** Reads a delivery notification or a reply. */
export function readClickatellCall(call: ProviderCall, client: Client): ProviderNews {
  const values = valuesOf(call);
  const value = (name: string): string => values.get(name) ?? "";
  const code = value("statusCode");
  const state = stateIn(states, code);
  if (state) {
    const receipt = receiptOf(state, {
      providerId: value("messageId"),
      ref: value("clientMessageId"),
      phone: value("to"),
      ...faultOf(state, code, client.words(value("statusDescription"))),
    });
    return news({ receipts: [receipt] });
  }
  const [from, to] = [senderOf(value("fromNumber")), value("toNumber")];
  if (from === "" || to === "" || !values.has("text")) return news({});
  return news({ inbound: [inboundOf({ providerId: value("messageId"), from, to, text: value("text") })] });
}
