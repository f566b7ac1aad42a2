import type { ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

import { fieldsOf, inboundOf, events, nothingNew, receiptOf, stateIn, type States } from "../../vendor/calls.ts";

const states: States = { created: null, sent: "sent", delivered: "delivered", failed: "failed" };

/** How 46elks numbers the pictures of an incoming MMS. */
const PICTURES = ["image", "image2", "image3", "image4", "image5", "image6", "image7", "image8", "image9", "image10"];

/** Reads a delivery report or an incoming text. The reply stays empty: its body would be sent back as a text. */
export function readElksCall(call: ProviderCall): ProviderEvents {
  const form = fieldsOf(call);
  const value = (name: string): string => form.get(name) ?? "";
  const [providerId, from, to] = [value("id"), value("from"), value("to")];
  if (value("direction") === "incoming") {
    const media = PICTURES.map(value).filter(Boolean);
    return events(from === "" ? {} : { inbound: [inboundOf({ providerId, from, to, text: value("message"), media })] });
  }
  const state = stateIn(states, value("status"));
  if (state === null) return nothingNew();
  return events(state ? { receipts: [receiptOf(state, { providerId, ref: call.query["ref"] })] } : {});
}
