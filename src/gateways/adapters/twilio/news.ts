import type { Inbound, ProviderCall, ProviderNews, Receipt } from "#domain/ports/gateway";

import { isForm, isSignedByTwilio } from "../../signatures/twilio.ts";
import { news, receiptOf, stateIn } from "../../vendor/calls.ts";
import { fitCode } from "../../vendor/json.ts";

// Statuses before `sent` tell nothing new.
const states: Readonly<Record<string, Receipt["state"]>> = {
  sent: "sent",
  delivered: "delivered",
  read: "delivered",
  undelivered: "undelivered",
  partially_delivered: "undelivered",
  failed: "failed",
  canceled: "failed",
};

/** Reads a status callback or an incoming text. `token` is the auth token of the account. */
export function readTwilioCall(call: ProviderCall, token: string): ProviderNews {
  if (!isSignedByTwilio(call, token)) return { forged: true };
  // Only what the signature covers is read: a body of another type is signed by its hash in the URL or not at all.
  const form = new URLSearchParams(isForm(call) || "bodySHA256" in call.query ? call.body : "");
  const word = form.get("MessageStatus") ?? form.get("SmsStatus") ?? "";
  const incoming = form.has("Body") && ["", "received", "receiving"].includes(word);
  const state = stateIn(states, word);
  return news(
    incoming
      ? { inbound: [readInbound(form)], optOuts: form.get("OptOutType") === "STOP" ? [form.get("From") ?? ""] : [] }
      : state
        ? readReceipt(form, state, call.query["ref"])
        : {},
    // An empty TwiML document: Twilio would send any other text in the reply as an SMS.
    { body: "<Response/>", contentType: "text/xml" },
  );
}

/** The person said STOP to this sender; the words of an Advanced Opt-Out are the account's own, so `OptOutType` decides. */
const OPTED_OUT = "21610";

function readReceipt(form: URLSearchParams, state: Receipt["state"], ref: string | undefined) {
  const [code, phone] = [fitCode(form.get("ErrorCode") ?? ""), form.get("To") ?? ""];
  const providerId = form.get("MessageSid") ?? form.get("SmsSid") ?? "";
  const receipt = receiptOf(state, { providerId, ref, phone, code: code === "0" ? "" : code });
  return { receipts: [receipt], optOuts: code === OPTED_OUT ? [phone] : [] };
}

function readInbound(form: URLSearchParams): Inbound {
  const providerId = form.get("MessageSid");
  const count = Math.min(10, Number(form.get("NumMedia") ?? 0) || 0);
  return {
    ...(providerId ? { providerId } : {}),
    from: form.get("From") ?? "",
    to: form.get("To") ?? "",
    text: form.get("Body") ?? "",
    media: Array.from({ length: count }, (_, index) => form.get(`MediaUrl${index}`) ?? "").filter(Boolean),
  };
}
