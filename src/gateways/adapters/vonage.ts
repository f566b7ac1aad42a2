import { z } from "zod";

import type { Inbound, Outcome, OutgoingSms, ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { inboundOf, events, receiptOf, stateIn, valuesOf, type States } from "../shared/calls.ts";
import { channelOf } from "../shared/channel.ts";
import { basicAuth, openClient, type Answer, type Client } from "../shared/client.ts";
import { readCredit } from "../shared/credit.ts";
import { at, codeAt, fitCode, idAt, listAt, parseJson, textAt, uuidAt } from "../shared/json.ts";
import { digitsOf, senderOf } from "../shared/numbers.ts";
import { sender, vendorSettings } from "../shared/settings.ts";
import { certainlyRefused, codes, retryOwnFailure, verdict } from "../shared/verdict.ts";
import { withoutRef } from "../shared/with-ref.ts";
import { isSignedByVonage, isTokenOfVonage, vonageMethods } from "../signatures/vonage.ts";

const settings = z.object({
  key: z.string().min(1).max(60).meta({ label: "API key" }),
  secret: z.string().min(1).meta({ label: "API secret", secret: true }),
  ...vendorSettings(""),
  host: z
    .string()
    .optional()
    .meta({ label: "Host", help: "Absent: `rest.nexmo.com`, or `api.nexmo.com` for the Messages API." }),
  from: sender,
  api: z.enum(["sms", "messages"]).default("sms").meta({
    label: "API",
    help: "As your account's setting says: the webhooks of the two differ. Only `messages` sends MMS.",
  }),
  signatureSecret: z.string().min(1).optional().meta({
    label: "Signature secret",
    secret: true,
    help: "Unsigned webhooks are then refused. Absent: only the token in our address authenticates calls.",
  }),
  signatureMethod: z
    .enum(vonageMethods)
    .default("md5hash")
    .meta({ label: "Signature method", help: "Of the SMS API, as your account's setting says." }),
  payloadHash: z.enum(["required", "optional"]).default("required").meta({
    label: "Hash of the body",
    help: "Of the Messages API. `optional` accepts signed webhooks whose token does not cover their body.",
  }),
});

type Settings = z.infer<typeof settings>;

export const vonage = defineGateway({
  id: "vonage",
  label: "Vonage",
  about: "The SMS API, or the Messages API for MMS. One request per message.",
  notes: [
    "## At Vonage",
    "",
    "In the dashboard's API settings choose the same API as in `api=`. Receipts arrive without configuration. For incoming messages set",
    "the inbound webhook to the gateway's receipt address, {receipts}. Signed webhooks",
    "are enabled by Vonage's support; then set `signature_secret=` and, for the SMS API, `signature_method=`.",
    "A long incoming message arrives in parts, which are joined; what is there after two minutes is passed on with `…` for each",
    "missing part. With `api=messages` key and secret are used, for which",
    "Vonage calls no webhooks of an application: receipts are sent to the address in each message.",
  ].join("\n"),
  settings,
  dsn: { username: "key", password: "secret" },
  example: "vonage://API_KEY:API_SECRET@default?from=ACME",
  recipes: [
    { title: "MMS through the Messages API", dsn: "vonage://API_KEY:API_SECRET@default?api=messages&from=12025550123" },
  ],
  can: ({ api }) => ({
    flash: api === "sms",
    media: api === "messages",
    ...(api === "messages" ? { maxMedia: 1, maxCharacters: 1_000 } : {}),
    credit: true,
    receipts: true,
    deduplicates: false,
  }),
  traits: {
    recipientsPerCall: 1,
    ids: "part",
    reference: "field",
    numbers: "digits",
    unicode: "flagged",
    validity: [20, 604_800],
    credit: "money",
    senders: ["number", "short code", "alphanumeric"],
    signature: "MD5 or HMAC of sorted fields; JWT HS256",
    unconfirmed: [
      "The format in which receipts of the SMS API arrive: query, form and JSON are all read.",
      "That every token of the Messages API carries a hash of the body, as documented: `payload_hash=optional` does without.",
      "That `message-timestamp` is UTC, as elsewhere at Vonage.",
      "That Vonage repeats a signed webhook with its original time: it is accepted for a day, older ones are refused.",
    ],
  },
  open(given, tools) {
    const auth = basicAuth(given.key, given.secret, given.signatureSecret);
    const rest = openClient({ ...given, host: given.host ?? "rest.nexmo.com" }, tools, { ...auth, headers: {} });
    const api = openClient({ ...given, host: given.host ?? "api.nexmo.com" }, tools, auth);
    const sendOne = (sms: OutgoingSms): Promise<Outcome> =>
      given.api === "messages"
        ? sendByMessagesApi(api, sms, given.from)
        : rest.request({ path: "/sms/json", form: formOf(sms, given) }, (answer) => readReply(answer, sms, rest));
    const account = new URLSearchParams({ api_key: given.key, api_secret: given.secret });
    return {
      send: (batch) => Promise.all(batch.map(sendOne)),
      credit: () =>
        readCredit(rest, `/account/get-balance?${account}`, (json) => ({ amount: textAt(json, "value"), unit: "EUR" })),
      receive: (call) => readVonageCall(call, given, tools.clock.now()),
    };
  },
});

// The statuses of the SMS API's own description, which come inside a 200.
const table = {
  // 29: a demo account may send to some numbers only, and the refused ones must not hold up the others.
  never: codes(2, 3, 6, 7, 12, 15, 22, 23, 29, 33),
  stop: codes(4, 8, 9, 11, 14, 32),
  throttled: codes(1, 10),
  later: codes(5),
};

function formOf(sms: OutgoingSms, given: Settings): URLSearchParams {
  const form = new URLSearchParams({ api_key: given.key, api_secret: given.secret });
  form.set("from", digitsOf(sms.from ?? given.from));
  form.set("to", digitsOf(sms.to));
  form.set("text", sms.text);
  if (sms.encoding === "ucs2") form.set("type", "unicode");
  if (sms.flash) form.set("message-class", "0");
  if (sms.validFor !== undefined) form.set("ttl", String(sms.validFor * 1_000));
  form.set("client-ref", sms.ref);
  if (sms.receiptUrl !== undefined) form.set("callback", withoutRef(sms.receiptUrl));
  return form;
}

/** One entry for each part of a long message: all of them must have been accepted. */
function readReply(answer: Answer, sms: OutgoingSms, client: Client): Outcome {
  const parts = answer.status >= 200 && answer.status < 300 ? listAt(answer.json, "messages") : [];
  if (parts.length === 0) return verdict({}, "", "", answer);
  const ids = parts.map((part) => idAt(part, "message-id"));
  const refused = parts.flatMap((part) => {
    const status = codeAt(part, "status");
    if (status === "0") return [];
    const known = verdict(table, status, client.words(textAt(part, "error-text"), sms.text), answer);
    // Vonage: "a non-zero value means something went wrong".
    return [/^[1-9]\d*$/.test(status) ? certainlyRefused(known, status) : known];
  });
  if (refused.length === 0 && !ids.includes("")) return { kind: "accepted", providerIds: ids, segments: parts.length };
  const open = refused.length < parts.length || refused.find(({ kind }) => kind === "unknown");
  return open ? { kind: "unknown", reason: "not every part was definitely accepted or refused" } : refused[0]!;
}

/** Sends a message, or one file with a caption, through the Messages API, which itself detects the need for UCS-2. */
function sendByMessagesApi(client: Client, sms: OutgoingSms, from: string): Promise<Outcome> {
  const json = {
    ...contentOf(sms),
    to: digitsOf(sms.to),
    from: digitsOf(sms.from ?? from),
    client_ref: sms.ref,
    ...(sms.receiptUrl === undefined ? {} : { webhook_url: sms.receiptUrl, webhook_version: "v1" }),
    ...(sms.validFor === undefined || sms.media.length > 0 ? {} : { ttl: sms.validFor }),
  };
  return client.request({ path: "/v1/messages", json }, (answer) => readMessagesReply(answer, sms, client));
}

function contentOf({ media: [url], text }: OutgoingSms): object {
  if (url === undefined) return { channel: "sms", message_type: "text", text };
  const kind = kindOf(url);
  return { channel: "mms", message_type: kind, [kind]: { url, ...(text === "" ? {} : { caption: text }) } };
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/\.vcf$/i, "vcard"],
  [/\.(mp3|m4a|wav|ogg|amr)$/i, "audio"],
  [/\.(mp4|mov|webm|3gp)$/i, "video"],
];

/** Vonage requires the type of the file at an address; its extension is all we have. */
function kindOf(url: string): string {
  const path = url.split(/[?#]/, 1)[0]!;
  return kinds.find(([ending]) => ending.test(path))?.[1] ?? "image";
}

// https://developer.vonage.com/api-errors/messages: what 422 means. 1120, an illegal sender, is about the rules of one
// country, and like all others that are not here fails the message.
const messagesTable = {
  stop: codes(1060, 1070, 1080),
  throttled: codes(1000),
  later: codes(1100),
};

function readMessagesReply(answer: Answer, sms: OutgoingSms, client: Client): Outcome {
  const { json, status } = answer;
  const id = uuidAt(json, "message_uuid");
  if (status === 202 && id !== "") return { kind: "accepted", providerIds: [id] };
  // RFC 9457: the code is the fragment of the type.
  const code = fitCode(textAt(json, "type").split("#")[1] ?? "") || codeAt(json, "title");
  const reason = client.words(textAt(json, "detail") || textAt(json, "title"), sms.text);
  return retryOwnFailure(verdict(status === 422 ? messagesTable : {}, code, reason, answer), code, status);
}

/** `accepted`, `buffered` and `unknown` mean that the carrier has it and no more is known. */
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

/** Reads a receipt or an incoming message of the API that is configured. @param now milliseconds */
async function readVonageCall(call: ProviderCall, given: Settings, now: number): Promise<ProviderEvents> {
  const secret = given.signatureSecret;
  if (given.api === "messages") {
    const needsHash = given.payloadHash === "required";
    return secret !== undefined && !(await isTokenOfVonage(call, { apiKey: given.key, secret, needsHash }, now))
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
    const code = field("err-code") === "0" ? "" : fitCode(field("err-code"));
    const phone = field("msisdn");
    const receipt = receiptOf(state, { providerId, ref: field("client-ref"), phone, code });
    const optedOut = code === OPTED_OUT && state !== "sent" && state !== "delivered";
    return events({ receipts: [receipt], optOuts: optedOut ? [senderOf(phone)] : [] });
  }
  if (fields.has("status") || !fields.has("text") || field("msisdn") === "") return events({});
  const from = senderOf(field("msisdn"));
  const content = { to: field("to"), text: field("text"), at: timeOf(fields), ...partOf(fields) };
  return events({ inbound: [inboundOf({ providerId, from, ...content })] });
}

/**
 * When Vonage began to push it, in seconds since 1970 or as a date in UTC. It repeats a call for a day: without the time, a
 * START that it repeats would lift a later STOP.
 */
function timeOf(fields: URLSearchParams): string {
  const [seconds, date] = [fields.get("timestamp") ?? "", fields.get("message-timestamp") ?? ""];
  if (/^\d{10}$/.test(seconds)) return seconds;
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(date) ? `${date}Z` : date;
}

/** A long message arrives in parts, each with an id of its own. */
function partOf(fields: URLSearchParams): Pick<Inbound, "part"> {
  if (fields.get("concat") !== "true") return {};
  const field = (name: string): string => fields.get(`concat-${name}`) ?? "";
  return { part: { reference: field("ref"), total: Number(field("total")), number: Number(field("part")) } };
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
  // For an account with several channels: the ids of Messenger and its like are digits, but not phone numbers.
  const channel = textAt(json, "channel");
  const [written, to] = [textAt(json, "from"), textAt(json, "to")];
  const from = channel === "" || OF_NUMBERS.has(channel) ? senderOf(written) : `${channel}:${written}`;
  const content = { text: textAt(json, "text"), media, at: textAt(json, "timestamp") };
  return events({ inbound: [inboundOf({ providerId, from, to, ...content })] });
}
