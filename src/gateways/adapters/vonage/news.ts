import type { ProviderCall, ProviderNews, Receipt } from "#domain/ports/gateway";

import { isSignedByVonage, isTokenOfVonage } from "../../signatures/vonage.ts";
import { inboundOf, news, receiptOf, stateIn, valuesOf } from "../../vendor/calls.ts";
import { at, codeAt, parseJson, textAt } from "../../vendor/json.ts";
import { senderOf } from "../../vendor/numbers.ts";
import type { VonageSettings } from "./settings.ts";

/** `accepted`, `buffered` and `unknown` say that the carrier has it and no more is known. */
const states: Readonly<Record<string, Receipt["state"]>> = {
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
export function readVonageCall(call: ProviderCall, given: VonageSettings, now: number): ProviderNews {
  const secret = given.signatureSecret;
  if (given.api === "messages") {
    return secret !== undefined && !isTokenOfVonage(call, given.key, secret, now)
      ? { forged: true }
      : readMessage(parseJson(call.body));
  }
  const fields = valuesOf(call);
  if (secret !== undefined && !isSignedByVonage(fields, secret, given.signatureMethod, now)) return { forged: true };
  return readFields(fields);
}

/** The SMS API: the same fields in a query, a form or JSON. */
function readFields(fields: URLSearchParams): ProviderNews {
  const field = (name: string): string => fields.get(name) ?? "";
  const state = stateIn(states, field("status"));
  const providerId = field("messageId");
  if (state) {
    const code = field("err-code") === "0" ? "" : codeAt({ code: field("err-code") }, "code");
    const receipt = receiptOf(state, { providerId, ref: field("client-ref"), phone: field("msisdn"), code });
    return news({ receipts: [receipt] });
  }
  if (fields.has("status") || !fields.has("text") || field("msisdn") === "") return news({});
  const from = senderOf(field("msisdn"));
  return news({ inbound: [inboundOf({ providerId, from, to: field("to"), text: field("text") })] });
}

function readMessage(json: unknown): ProviderNews {
  const state = stateIn(states, textAt(json, "status"));
  const providerId = textAt(json, "message_uuid");
  if (state) {
    const receipt = receiptOf(state, {
      providerId,
      ref: textAt(json, "client_ref"),
      phone: textAt(json, "to"),
      code: codeAt(json, "error", "title"),
    });
    return news({ receipts: [receipt] });
  }
  if (at(json, "status") !== undefined || textAt(json, "from") === "") return news({});
  const media = ["image", "vcard", "audio", "video"].map((kind) => textAt(json, kind, "url")).filter(Boolean);
  if (at(json, "text") === undefined && media.length === 0) return news({});
  const [from, to] = [senderOf(textAt(json, "from")), textAt(json, "to")];
  return news({ inbound: [inboundOf({ providerId, from, to, text: textAt(json, "text"), media })] });
}
