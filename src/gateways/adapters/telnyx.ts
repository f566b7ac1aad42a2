import type { KeyObject } from "node:crypto";

import { z } from "zod";

import type { Outcome, OutgoingSms, ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { inboundOf, events, nothingNew, receiptOf, stateIn, type States } from "../shared/calls.ts";
import { channelOf } from "../shared/channel.ts";
import { openClient, type Answer, type Client } from "../shared/client.ts";
import { creditAt, readCredit } from "../shared/credit.ts";
import { at, codeAt, listAt, parseJson, segmentsAt, textAt, uuidAt } from "../shared/json.ts";
import { vendorSettings } from "../shared/settings.ts";
import { codes, retryOwnFailure, verdict } from "../shared/verdict.ts";
import { withRef } from "../shared/with-ref.ts";
import { isSignedByTelnyx, telnyxKey } from "../signatures/telnyx.ts";

const settings = z
  .object({
    key: z.string().min(1).meta({ label: "API key", secret: true }),
    ...vendorSettings("api.telnyx.com"),
    profile: z.string().min(1).max(60).optional().meta({
      label: "Messaging profile id",
      help: "Needed for a number pool (then without `from`) and for an alphanumeric sender.",
    }),
    publicKey: z
      .string()
      .regex(/^[A-Za-z0-9+/]{43}=$/, "must be 32 bytes in base64")
      .optional()
      .meta({
        label: "Public key",
        help: "Of the account's webhooks. Unsigned ones are then refused. Absent: only the token in our address authenticates calls.",
      }),
  })
  .refine((given) => given.from !== undefined || given.profile !== undefined, {
    path: ["from"],
    error: "is missing: give `from` or `profile`",
  });

type Settings = z.infer<typeof settings>;

export const telnyx = defineGateway({
  id: "telnyx",
  label: "Telnyx",
  about: "Messaging API v2, SMS and MMS. One request per message.",
  notes: [
    "## At Telnyx",
    "",
    "Copy the public key of the portal's API keys page into `public_key=`, unchanged. Receipts arrive without configuration. For incoming",
    "messages set the messaging profile's webhook to the gateway's receipt address,",
    "{receipts}.",
  ].join("\n"),
  settings,
  dsn: { username: "key" },
  example: "telnyx://API_KEY@default?from=%2B12025550123",
  recipes: [{ title: "Number pool", dsn: "telnyx://API_KEY@default?profile=PROFILE_ID" }],
  can: {
    flash: false,
    media: true,
    maxMedia: 10,
    maxMediaBytes: 2 ** 20,

    receipts: true,
    deduplicates: false,
  },
  traits: {
    recipientsPerCall: 1,
    ids: "recipient",
    reference: "callback",
    numbers: "+digits",
    unicode: "automatic",
    validity: null,
    credit: "money",
    senders: ["number", "short code", "alphanumeric", "pool"],
    signature: "Ed25519",
    unconfirmed: ["How many media one MMS may have: Telnyx limits their size (1 MB together); ten is our own limit."],
  },
  open(given, tools) {
    const client = openClient(given, tools, {
      path: "/v2",
      headers: { authorization: `Bearer ${given.key}` },
      secrets: [given.key],
    });
    const publicKey = given.publicKey === undefined ? null : telnyxKey(given.publicKey);
    const sendOne = (sms: OutgoingSms) =>
      client.request({ path: "/messages", json: bodyOf(sms, given) }, (answer) => readReply(answer, sms, client));
    return {
      send: (batch) => Promise.all(batch.map(sendOne)),
      credit: () => readCredit(client, "/balance", creditAt("data.balance", "data.currency")),
      receive: (call) => readTelnyxCall(call, publicKey, tools.clock.now()),
    };
  },
});

// https://developers.telnyx.com/docs/messaging/messages/error-codes. 40306 ("alpha sender not configured") is also
// returned if a North American number sends abroad, so it may not stop the messages to everyone else.
const table = {
  optedOut: codes(40300),
  never: codes(40001, 40003, 40008, 40009, 40012, 40301, 40302, 40304, 40306, 40309, 40310, 40316, 40317, 40319, 40322),
  sender: codes(40013, 40100, 40305, 40307, 40308, 40315, 40320, 40321, 40329),
  // Credit, registration, profile, account.
  stop: codes(20100, 40010, 40311, 40312, 40313, 40314),
  throttled: codes(10011, 40011, 40318),
  later: codes(40002, 40006),
};

function bodyOf(sms: OutgoingSms, given: Settings): object {
  const from = sms.from ?? given.from;
  return {
    to: sms.to,
    ...(from === undefined ? {} : { from }),
    ...(given.profile === undefined ? {} : { messaging_profile_id: given.profile }),
    ...(sms.text === "" ? {} : { text: sms.text }),
    ...(sms.media.length > 0 ? { media_urls: sms.media, type: "MMS" } : { type: "SMS" }),
    ...(sms.receiptUrl === undefined ? {} : { webhook_url: withRef(sms.receiptUrl, sms.ref) }),
  };
}

function readReply(answer: Answer, sms: OutgoingSms, client: Client): Outcome {
  const { json, status } = answer;
  if (status >= 200 && status < 300) return readMessage(json, status, client);
  const code = codeAt(json, "errors", 0, "code");
  const words = textAt(json, "errors", 0, "detail") || textAt(json, "errors", 0, "title");
  return retryOwnFailure(verdict(table, code, client.words(words, sms.text), answer, sms), code, status);
}

function readMessage(json: unknown, status: number, client: Client): Outcome {
  const id = uuidAt(json, "data", "id");
  if (id === "") return { kind: "unknown", reason: `answered ${status} without a message id` };
  const state = textAt(json, "data", "to", 0, "status");
  if (["sending_failed", "delivery_failed", "expired"].includes(state)) {
    const code = codeAt(json, "data", "errors", 0, "code") || state;
    return { kind: "rejected", code, reason: `Telnyx says ${state} at once` };
  }
  return { kind: "accepted", providerIds: [id], ...segmentsAt(json, "data", "parts"), response: client.words(state) };
}

// After `delivery_unconfirmed` no carrier reports any more.
const states: States = {
  queued: null,
  sending: null,
  sent: "sent",
  delivery_unconfirmed: "sent",
  delivered: "delivered",
  delivery_failed: "undelivered",
  expired: "undelivered",
  sending_failed: "failed",
};

/** The person said STOP to this sender. */
const OPTED_OUT = "40300";

/** Reads an event. @param key null: calls to us are not signed. @param now milliseconds */
function readTelnyxCall(call: ProviderCall, key: KeyObject | null, now: number): ProviderEvents {
  if (key !== null && !isSignedByTelnyx(call, key, now)) return { forged: true };
  const json = parseJson(call.body);
  const payload = at(json, "data", "payload");
  const event = textAt(json, "data", "event_type");
  const providerId = textAt(payload, "id");
  const phone = textAt(payload, "to", 0, "phone_number");
  if (event === "message.received") {
    const from = textAt(payload, "from", "phone_number");
    const media = listAt(payload, "media").map((each) => textAt(each, "url"));
    const text = textAt(payload, "text");
    if (from === "") return events({});
    const received = { text, media: media.filter(Boolean), at: textAt(payload, "received_at") };
    return events({ inbound: [inboundOf({ providerId, from, to: phone, ...received })] });
  }
  const state = stateIn(states, textAt(payload, "to", 0, "status"));
  if (state === undefined || !["message.sent", "message.finalized"].includes(event)) return events({});
  if (state === null) return nothingNew();
  const code = codeAt(payload, "errors", 0, "code");
  const channel = channelOf(textAt(payload, "type"));
  const receipt = receiptOf(state, { providerId, ref: call.query["ref"], phone, channel, code });
  return events({ receipts: [receipt], optOuts: code === OPTED_OUT ? [phone] : [] });
}
