import type { ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

import { isSignedByVonage, isTokenOfVonage } from "../../signatures/vonage.ts";
import { inboundOf, events, receiptOf, stateIn, valuesOf, type States } from "../../vendor/calls.ts";
import { channelOf } from "../../vendor/channel.ts";
import { at, codeAt, parseJson, textAt } from "../../vendor/json.ts";
import { senderOf } from "../../vendor/numbers.ts";
import type { VonageSettings } from "./settings.ts";

/** `accepted`, `buffered` and `unknown` say that the carrier has it and no more is known. */
const states: States = {
  accepted: "sent",
  buffered: "sent",
  unknown: "sent",
  submitted: "sent",
  delivered: "delivered",
  read: "delivered",
  expired: "undelivered",
  failed: "undelivered",
  undeliverable: "undelivered",
  rejected: "failed",
};

/** Reads a receipt or an incoming text of the API that is set. @param now milliseconds */
export function readVonageCall(call: ProviderCall, given: VonageSettings, now: number): ProviderEvents {
  const secret = given.signatureSecret;
  if (given.api === "messages") {
    const needsHash = given.payloadHash === "required";
    return secret !== undefined && !isTokenOfVonage(call, { apiKey: given.key, secret, needsHash }, now)
      ? { forged: true }
      : readMessage(parseJson(call.body));
  }
  const fields = valuesOf(call);
  if (secret !== undefined && !isSignedByVonage(fields, secret, given.signatureMethod, now)) return { forged: true };
  return readFields(fields);
}

/** The person said STOP to the sender, and Vonage's own list has it: developer.vonage.com/en/opt-out-assist. */
const OPTED_OUT = "9";

/** The SMS API: the same fields in a query, a form or JSON. */
function readFields(fields: URLSearchParams): ProviderEvents {
  const field = (name: string): string => fields.get(name) ?? "";
  const state = stateIn(states, field("status"));
  const providerId = field("messageId");
  if (state) {
    const code = field("err-code") === "0" ? "" : codeAt({ code: field("err-code") }, "code");
    const phone = field("msisdn");
    const receipt = receiptOf(state, { providerId, ref: field("client-ref"), phone, code });
    const optedOut = code === OPTED_OUT && state !== "sent" && state !== "delivered" && phone !== "";
    return events({ receipts: [receipt], optOuts: optedOut ? [phone] : [] });
  }
  if (fields.has("status") || !fields.has("text") || field("msisdn") === "") return events({});
  const from = senderOf(field("msisdn"));
  return events({ inbound: [inboundOf({ providerId, from, to: field("to"), text: field("text") })] });
}

/** Channels of the Messages API whose addresses are phone numbers. */
const OF_NUMBERS = new Set(["sms", "mms", "rcs", "whatsapp", "viber_service"]);

function readMessage(json: unknown): ProviderEvents {
  const state = stateIn(states, textAt(json, "status"));
  const providerId = textAt(json, "message_uuid");
  if (state) {
    const receipt = receiptOf(state, {
      providerId,
      ref: textAt(json, "client_ref"),
      phone: textAt(json, "to"),
      channel: channelOf(textAt(json, "channel")),
      code: codeAt(json, "error", "title"),
    });
    return events({ receipts: [receipt] });
  }
  if (at(json, "status") !== undefined || textAt(json, "from") === "") return events({});
  const media = ["image", "vcard", "audio", "video"].map((kind) => textAt(json, kind, "url")).filter(Boolean);
  if (at(json, "text") === undefined && media.length === 0) return events({});
  // Where an account has several channels: of Messenger and its like the ids are digits, and nobody's number.
  const channel = textAt(json, "channel");
  const [written, to] = [textAt(json, "from"), textAt(json, "to")];
  const from = channel === "" || OF_NUMBERS.has(channel) ? senderOf(written) : `${channel}:${written}`;
  return events({ inbound: [inboundOf({ providerId, from, to, text: textAt(json, "text"), media })] });
}
