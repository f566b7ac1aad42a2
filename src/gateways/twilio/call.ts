import type { Inbound, ProviderCall, ProviderNews, Receipt } from "#domain/ports/gateway";

import { isForm, isSigned } from "./signature.ts";

// Statuses before `sent` tell nothing new and are answered without news.
const STATES: Readonly<Record<string, Receipt["state"]>> = {
  sent: "sent",
  delivered: "delivered",
  read: "delivered",
  undelivered: "undelivered",
  partially_delivered: "undelivered",
  failed: "failed",
  canceled: "failed",
};

/** Reads a status callback or an incoming text. `token` is the auth token of the account. */
export function readCall(call: ProviderCall, token: string): ProviderNews {
  if (!isSigned(call, token)) return { forged: true };
  // Only what the signature covers is read: a body of another type is signed by its hash in the URL or not at all.
  const form = new URLSearchParams(isForm(call) || "bodySHA256" in call.query ? call.body : "");
  const state = form.get("MessageStatus") ?? form.get("SmsStatus") ?? "";
  const incoming = form.has("Body") && ["", "received", "receiving"].includes(state);
  const receipt = STATES[state];
  return {
    receipts: receipt !== undefined && !incoming ? [readReceipt(form, receipt, call.query["ref"])] : [],
    inbound: incoming ? [readInbound(form)] : [],
    // An empty TwiML document: Twilio would send any other text in the reply as an SMS.
    reply: { status: 200, body: "<Response/>", contentType: "text/xml" },
  };
}

function readReceipt(form: URLSearchParams, state: Receipt["state"], ref: string | undefined): Receipt {
  const providerId = form.get("MessageSid") ?? form.get("SmsSid");
  const phone = form.get("To");
  const code = form.get("ErrorCode");
  return {
    ...(providerId ? { providerId } : {}),
    ...(ref ? { ref } : {}),
    ...(phone ? { phone } : {}),
    state,
    ...(code && code !== "0" ? { code } : {}),
  };
}

function readInbound(form: URLSearchParams): Inbound {
  const providerId = form.get("MessageSid");
  const count = Math.min(10, Number(form.get("NumMedia") ?? 0) || 0);
  const media = Array.from({ length: count }, (_, index) => form.get(`MediaUrl${index}`) ?? "").filter(Boolean);
  return {
    ...(providerId ? { providerId } : {}),
    from: form.get("From") ?? "",
    to: form.get("To") ?? "",
    text: form.get("Body") ?? "",
    media,
  };
}
