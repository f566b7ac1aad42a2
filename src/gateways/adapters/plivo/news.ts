import type { ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

import { isSignedByPlivo } from "../../signatures/plivo.ts";
import { fieldsOf, inboundOf, events, receiptOf, stateIn, type States } from "../../vendor/calls.ts";
import { codeAt } from "../../vendor/json.ts";
import { senderOf } from "../../vendor/numbers.ts";

const states: States = {
  queued: null,
  sent: "sent",
  delivered: "delivered",
  read: "delivered",
  undelivered: "undelivered",
  failed: "failed",
  rejected: "failed",
};

/** Reads a status callback or an incoming text. */
export function readPlivoCall(call: ProviderCall, token: string, accepts: "any" | "v3"): ProviderEvents {
  if (!isSignedByPlivo(call, token, accepts)) return { forged: true };
  const fields = fieldsOf(call);
  const field = (name: string): string => fields.get(name) ?? "";
  const providerId = field("MessageUUID");
  const state = stateIn(states, field("Status"));
  if (state) {
    const code = field("ErrorCode") === "000" ? "" : codeAt({ code: field("ErrorCode") }, "code");
    return answered({ receipts: [receiptOf(state, { providerId, ref: call.query["ref"], phone: field("To"), code })] });
  }
  if (state === null) return answered({ understood: true });
  if (fields.has("Status") || field("From") === "" || !(fields.has("Text") || fields.has("Media0")))
    return answered({});
  const media = Array.from({ length: 10 }, (_, index) => field(`Media${index}`)).filter(Boolean);
  return answered({
    inbound: [inboundOf({ providerId, from: senderOf(field("From")), to: field("To"), text: field("Text"), media })],
  });
}

/** Plivo expects XML from a message URL, and would take a message in it for a reply to send. */
const answered = (found: Parameters<typeof events>[0]): ProviderEvents =>
  events(found, { body: "<Response/>", contentType: "text/xml" });
