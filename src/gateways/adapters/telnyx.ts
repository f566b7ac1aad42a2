import type { Gateway, GatewayTools, Outcome, OutgoingSms } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { telnyxKey } from "../signatures/telnyx.ts";
import { openClient, type Answer, type Client } from "../vendor/client.ts";
import { readCredit } from "../vendor/credit.ts";
import { codeAt, textAt, uuidAt } from "../vendor/json.ts";
import { vendorSchemes } from "../vendor/settings.ts";
import { codes, retryOwnFailure, verdict } from "../vendor/verdict.ts";
import { withRef } from "../vendor/with-ref.ts";
import { readTelnyxCall } from "./telnyx/news.ts";
import { telnyxSettings, type TelnyxSettings } from "./telnyx/settings.ts";

export const telnyx = defineGateway({
  id: "telnyx",
  label: "Telnyx",
  about: "Messaging API v2, SMS and MMS. One request per text.",
  notes: [
    "## At Telnyx",
    "",
    "Copy the public key of the portal's API keys page into `public_key=`, as it is. Receipts come by themselves. For incoming",
    "texts set the messaging profile's webhook to the gateway's receipt address,",
    "`https://YOUR-HOST/svc/v1/receipts/NAME/TOKEN`.",
  ].join("\n"),
  settings: telnyxSettings,
  dsn: { username: "key", host: "host", schemes: vendorSchemes("telnyx") },
  example: "telnyx://API_KEY@default?from=%2B12025550123",
  recipes: [{ title: "Number pool", dsn: "telnyx://API_KEY@default?profile=PROFILE_ID" }],
  can: {
    flash: false,
    media: true,
    maxMedia: 10,
    maxMediaBytes: 2 ** 20,
    credit: true,
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
  open,
});

// https://developers.telnyx.com/docs/messaging/messages/error-codes. 40306 ("alpha sender not configured") also comes where a
// number of North America sends abroad, so it may not stop the texts to everybody else.
const table = {
  optedOut: codes(40300),
  never: codes(40001, 40003, 40008, 40009, 40012, 40301, 40302, 40304, 40306, 40309, 40310, 40316, 40317, 40319, 40322),
  sender: codes(40013, 40100, 40305, 40307, 40308, 40315, 40320, 40321, 40329),
  // Credit, registration, profile, account.
  stop: codes(20100, 40010, 40311, 40312, 40313, 40314),
  throttled: codes(10011, 40011, 40318),
  later: codes(40002, 40006),
};

function open(given: TelnyxSettings, tools: GatewayTools): Gateway {
  const client = openClient(given, tools, {
    path: "/v2",
    headers: { authorization: `Bearer ${given.key}` },
    secrets: [given.key],
  });
  const publicKey = given.publicKey === undefined ? null : telnyxKey(given.publicKey);
  const sendOne = (sms: OutgoingSms) =>
    client.ask({ path: "/messages", json: bodyOf(sms, given) }, (answer) => readReply(answer, sms, client));
  return {
    batchSize: 1,
    window: given.window,
    send: (batch) => Promise.all(batch.map(sendOne)),
    credit: () =>
      readCredit(client, "/balance", (json) => ({
        amount: textAt(json, "data", "balance"),
        unit: textAt(json, "data", "currency"),
      })),
    receive: (call) => readTelnyxCall(call, publicKey, tools.clock.now()),
  };
}

function bodyOf(sms: OutgoingSms, given: TelnyxSettings): object {
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
  const segments = Number(textAt(json, "data", "parts"));
  return { kind: "accepted", providerIds: [id], ...(segments > 0 ? { segments } : {}), response: client.words(state) };
}
