import { z } from "zod";

import type { Outcome, OutgoingSms, ProviderCall, ProviderEvents, Receipt } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { inboundOf, events, receiptOf, stateIn, type States } from "../shared/calls.ts";
import { channelOf } from "../shared/channel.ts";
import { basicAuth, openClient, type Answer, type Client } from "../shared/client.ts";
import { creditAt, readCredit } from "../shared/credit.ts";
import { fitCode, segmentsAt, textAt } from "../shared/json.ts";
import { vendorSettings } from "../shared/settings.ts";
import { codes, retryOwnFailure, verdict } from "../shared/verdict.ts";
import { withRef } from "../shared/with-ref.ts";
import { isForm, isSignedByTwilio } from "../signatures/twilio.ts";

const settings = z
  .object({
    sid: z
      .string()
      .regex(/^\w{2,64}$/, "must be an account SID (AC…) or API key SID (SK…)")
      .meta({ label: "Account SID", help: "AC…, or the SID of an API key (SK…) together with `account`." }),
    token: z.string().min(1).meta({ label: "Auth token", secret: true, help: "Or the secret of the API key." }),
    ...vendorSettings("api.twilio.com"),
    account: z
      .string()
      .regex(/^AC\w{1,62}$/, "must be an account SID (AC…)")
      .optional()
      .meta({ label: "Account", help: "Needed only with an API key, or to send for a sub-account." }),
    signingToken: z.string().optional().meta({
      label: "Token that signs webhooks",
      secret: true,
      help: "Needed with an API key: Twilio signs with the account's auth token.",
    }),
    messagingService: z
      .string()
      .regex(/^MG\w{1,62}$/, "must be a Messaging Service SID (MG…)")
      .optional()
      .meta({ label: "Messaging Service SID" }),
  })
  .refine((given) => given.from !== undefined || given.messagingService !== undefined, {
    path: ["from"],
    error: "is missing: give `from` or `messaging_service`",
  })
  .refine((given) => !given.sid.startsWith("SK") || given.account !== undefined, {
    path: ["account"],
    error: "is missing: an API key needs the account it belongs to",
  });

type Settings = z.infer<typeof settings>;

export const twilio = defineGateway({
  id: "twilio",
  label: "Twilio",
  about: "Programmable Messaging. One request per message; receipts and replies are signed.",
  settings,
  dsn: { username: "sid", password: "token" },
  example: "twilio://ACCOUNT_SID:AUTH_TOKEN@default?from=%2B15005550006",
  recipes: [
    { title: "Messaging Service", dsn: "twilio://ACCOUNT_SID:AUTH_TOKEN@default?messaging_service=MGSERVICE" },
    {
      title: "API key instead of the auth token",
      dsn: "twilio://SKKEY:KEY_SECRET@default?account=ACACCOUNT&signing_token=AUTH_TOKEN&from=%2B15005550006",
    },
  ],
  can: {
    flash: false,
    media: true,
    maxMedia: 10,
    maxMediaBytes: 5 * 2 ** 20,
    maxCharacters: 1_600,

    receipts: true,
    deduplicates: false,
  },
  traits: {
    recipientsPerCall: 1,
    ids: "recipient",
    reference: "callback",
    numbers: "+digits",
    unicode: "automatic",
    validity: [1, 36_000],
    credit: "money",
    senders: ["number", "short code", "alphanumeric", "pool"],
    signature: "HMAC-SHA1",
  },
  open(given, tools) {
    const client = openClient(given, tools, {
      path: `/2010-04-01/Accounts/${given.account ?? given.sid}`,
      ...basicAuth(given.sid, given.token, given.signingToken),
    });
    const sendOne = (sms: OutgoingSms) =>
      client.request({ path: "/Messages.json", form: formOf(sms, given) }, (answer) =>
        readTwilioReply(answer, sms, client),
      );
    return {
      send: (batch) => Promise.all(batch.map(sendOne)),
      credit: () => readCredit(client, "/Balance.json", creditAt("balance", "currency")),
      receive: (call) => readTwilioCall(call, given.signingToken ?? given.token),
    };
  },
});

function formOf(sms: OutgoingSms, given: Settings): URLSearchParams {
  const form = new URLSearchParams({ To: sms.to });
  const from = sms.from ?? given.from;
  if (sms.from === undefined && given.messagingService !== undefined)
    form.set("MessagingServiceSid", given.messagingService);
  else if (from !== undefined) form.set("From", from);
  if (sms.text !== "") form.set("Body", sms.text);
  for (const url of sms.media) form.append("MediaUrl", url);
  if (sms.receiptUrl !== undefined) form.set("StatusCallback", withRef(sms.receiptUrl, sms.ref));
  if (sms.validFor !== undefined) form.set("ValidityPeriod", String(sms.validFor));
  return form;
}

// The codes that the vendor documents; a code in no table is judged by the HTTP status.
// https://www.twilio.com/docs/api/errors
const table = {
  optedOut: codes(21610),
  // Number, region, content, or the route from this sender to this number.
  never: codes(..."21211 21408 21602 21608 21612 21614 21617 21620 21623 21635 30004 30005 30006 30007".split(" ")),
  // About a Messaging Service: 21703 and 21704 it has no number, 21705 it does not exist.
  sender: codes(21212, 21603, 21606, 21659, 21660, 21703, 21704, 21705),
  stop: codes(20003, 20005, 20403, 21701, 30002, 30034),
  // Too many requests, or the sender's queue is full.
  throttled: codes(14107, 20429, 21611, 30001),
};

/** What Twilio's response to `POST …/Messages.json` means for the message. */
function readTwilioReply(answer: Answer, sms: OutgoingSms, client: Client): Outcome {
  const { json, status } = answer;
  if (status >= 200 && status < 300) return readResource(json, status, client);
  const code = textAt(json, "code");
  const known = verdict(table, code, client.words(textAt(json, "message"), sms.text), answer, sms);
  return retryOwnFailure(known, code, status);
}

function readResource(json: unknown, status: number, client: Client): Outcome {
  const sid = textAt(json, "sid");
  if (!/^(SM|MM)[0-9A-Za-z]{1,62}$/.test(sid)) {
    return { kind: "unknown", reason: `answered ${status} without a message SID` };
  }
  const state = textAt(json, "status") || "queued";
  if (["failed", "undelivered", "canceled"].includes(state)) {
    return { kind: "rejected", code: textAt(json, "error_code") || state, reason: `Twilio ${state} it at once` };
  }
  // "0" while a Messaging Service has not picked a sender.
  return { kind: "accepted", providerIds: [sid], ...segmentsAt(json, "num_segments"), response: client.words(state) };
}

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

/** Reads a status callback or an incoming message. `token` is the auth token of the account. */
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
    // An empty TwiML document: Twilio would send any other text in the response as an SMS.
    { body: "<Response/>", contentType: "text/xml" },
  );
}

/**
 * Only what the signature covers: the body of another type than a form is signed by its hash in the URL or not at all.
 * A GET has its fields in the URL, which is always signed; our own reference is among them.
 */
function signedFields(call: ProviderCall): URLSearchParams {
  if (call.method === "GET") return new URLSearchParams(call.query);
  return new URLSearchParams(isForm(call) || "bodySHA256" in call.query ? call.body : "");
}

/**
 * The person said STOP to this sender; an account may choose the words of Advanced Opt-Out, so `OptOutType` decides.
 */
const OPTED_OUT = "21610";

function readReceipt(form: URLSearchParams, state: Receipt["state"], ref: string | undefined) {
  const [code, phone] = [fitCode(form.get("ErrorCode") ?? ""), form.get("To") ?? ""];
  const providerId = form.get("MessageSid") ?? form.get("SmsSid") ?? "";
  const channel = channelBy(form, providerId);
  const receipt = receiptOf(state, { providerId, ref, phone, channel, code: code === "0" ? "" : code });
  return { receipts: [receipt], optOuts: code === OPTED_OUT ? [phone] : [] };
}

/** From the sender: `rcs:agent`, `whatsapp:+44…`, a number for a fallback to SMS; an MMS by its id. */
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
