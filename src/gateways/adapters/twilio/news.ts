import type { ProviderCall, ProviderEvents, Receipt } from "#domain/gateways/gateway";

import { isForm, isSignedByTwilio } from "../../signatures/twilio.ts";
import { inboundOf, events, receiptOf, stateIn, type States } from "../../vendor/calls.ts";
import { channelOf } from "../../vendor/channel.ts";
import { fitCode } from "../../vendor/json.ts";

const states: States = {
  queued: null,
  accepted: null,
  scheduled: null,
  sending: null,
  sent: "sent",
  delivered: "delivered",
  read: "delivered",
  undelivered: "undelivered",
  partially_delivered: "undelivered",
  failed: "failed",
  canceled: "failed",
};

/** Reads a status callback or an incoming text. `token` is the auth token of the account. */
export function readTwilioCall(call: ProviderCall, token: string): ProviderEvents {
  if (!isSignedByTwilio(call, token)) return { forged: true };
  const form = signedFields(call);
  const word = form.get("MessageStatus") ?? form.get("SmsStatus") ?? "";
  const incoming = form.has("Body") && ["", "received", "receiving"].includes(word);
  const state = stateIn(states, word);
  return events(
    incoming
      ? { inbound: [readInbound(form)], optOuts: form.get("OptOutType") === "STOP" ? [form.get("From") ?? ""] : [] }
      : state
        ? readReceipt(form, state, call.query["ref"])
        : { understood: state === null },
    // An empty TwiML document: Twilio would send any other text in the reply as an SMS.
    { body: "<Response/>", contentType: "text/xml" },
  );
}

/**
 * Only what the signature covers: a body of another type than a form's is signed by its hash in the URL or not at all. A
 * GET has its fields in the URL, which is always signed; our own reference is among them.
 */
function signedFields(call: ProviderCall): URLSearchParams {
  if (call.method === "GET") return new URLSearchParams(call.query);
  return new URLSearchParams(isForm(call) || "bodySHA256" in call.query ? call.body : "");
}

/** The person said STOP to this sender; the words of an Advanced Opt-Out are the account's own, so `OptOutType` decides. */
const OPTED_OUT = "21610";

function readReceipt(form: URLSearchParams, state: Receipt["state"], ref: string | undefined) {
  const [code, phone] = [fitCode(form.get("ErrorCode") ?? ""), form.get("To") ?? ""];
  const providerId = form.get("MessageSid") ?? form.get("SmsSid") ?? "";
  const channel = channelBy(form, providerId);
  const receipt = receiptOf(state, { providerId, ref, phone, channel, code: code === "0" ? "" : code });
  return { receipts: [receipt], optOuts: code === OPTED_OUT ? [phone] : [] };
}

/** The sender tells it: `rcs:agent`, `whatsapp:+44…`, a number for a fallback to SMS; an MMS by its id. */
function channelBy(form: URLSearchParams, id: string): Receipt["channel"] {
  const from = form.get("From") ?? "";
  const named = channelOf(form.get("ChannelPrefix") ?? "") ?? channelOf(from);
  return named ?? (from === "" ? undefined : id.startsWith("MM") ? "mms" : "sms");
}

function readInbound(form: URLSearchParams) {
  const count = Math.min(10, Number(form.get("NumMedia") ?? 0) || 0);
  return inboundOf({
    providerId: form.get("MessageSid") ?? "",
    from: form.get("From") ?? "",
    to: form.get("To") ?? "",
    text: form.get("Body") ?? "",
    media: Array.from({ length: count }, (_, index) => form.get(`MediaUrl${index}`) ?? "").filter(Boolean),
  });
}
