import type { Gateway, GatewayTools, Outcome, OutgoingSms } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { basic, openClient, type Answer, type Client } from "../vendor/client.ts";
import { readCredit } from "../vendor/credit.ts";
import { codeAt, idAt, listAt, textAt } from "../vendor/json.ts";
import { digitsOf, validity } from "../vendor/numbers.ts";
import { vendorSchemes } from "../vendor/settings.ts";
import { certainlyRefused, codes, verdict } from "../vendor/verdict.ts";
import { withoutRef } from "../vendor/with-ref.ts";
import { askMessagesApi } from "./vonage/messages.ts";
import { readVonageCall } from "./vonage/news.ts";
import { vonageSettings, type VonageSettings } from "./vonage/settings.ts";

export const vonage = defineGateway({
  id: "vonage",
  label: "Vonage",
  about: "The SMS API, or the Messages API for MMS. One request per text.",
  notes: [
    "## At Vonage",
    "",
    "In the dashboard's API settings choose the same API as in `api=`. Receipts come by themselves. For incoming texts set",
    "the inbound webhook to the gateway's receipt address, `https://YOUR-HOST/svc/v1/receipts/NAME/TOKEN`. Signed webhooks",
    "are switched on by Vonage's support; then give `signature_secret=` and, for the SMS API, `signature_method=`.",
    "A long incoming text arrives in parts, each as a text of its own. With `api=messages` key and secret are used, for which",
    "Vonage calls no webhooks of an application: receipts come to the address that goes with each text.",
  ].join("\n"),
  settings: vonageSettings,
  dsn: { username: "key", password: "secret", host: "host", schemes: vendorSchemes("vonage") },
  example: "vonage://API_KEY:API_SECRET@default?from=ACME",
  recipes: [
    { title: "MMS by the Messages API", dsn: "vonage://API_KEY:API_SECRET@default?api=messages&from=12025550123" },
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
      "In which of its forms a receipt of the SMS API comes: query, form and JSON are all read.",
      "That every token of the Messages API bears a hash of the body, as its page says: `payload_hash=optional` does without.",
      "That Vonage repeats a signed webhook under its first time: one is taken for a day, older ones are refused.",
    ],
  },
  open,
});

// The statuses of the SMS API's own description, which come inside a 200.
const table = {
  // 29: a demo account may send to some numbers, and others must not hold them up.
  never: codes(2, 3, 6, 7, 12, 15, 22, 23, 29, 33),
  stop: codes(4, 8, 9, 11, 14, 32),
  throttled: codes(1, 10),
  later: codes(5),
};

function open(given: VonageSettings, tools: GatewayTools): Gateway {
  const authorization = basic(given.key, given.secret);
  const clientAt = (host: string, headers: Record<string, string>): Client =>
    openClient({ ...given, host: given.host ?? host }, tools, {
      headers,
      secrets: [given.secret, authorization, given.signatureSecret],
    });
  const rest = clientAt("rest.nexmo.com", {});
  const api = clientAt("api.nexmo.com", { authorization: `Basic ${authorization}` });
  const sendOne = (sms: OutgoingSms): Promise<Outcome> =>
    given.api === "messages"
      ? askMessagesApi(api, sms, given.from)
      : rest.ask({ path: "/sms/json", form: formOf(sms, given) }, (answer) => readReply(answer, sms, rest));
  const account = new URLSearchParams({ api_key: given.key, api_secret: given.secret });
  return {
    batchSize: 1,
    window: given.window,
    send: (batch) => Promise.all(batch.map(sendOne)),
    credit: () =>
      readCredit(rest, `/account/get-balance?${account}`, (json) => ({ amount: textAt(json, "value"), unit: "EUR" })),
    receive: (call) => readVonageCall(call, given, tools.clock.now()),
  };
}

function formOf(sms: OutgoingSms, given: VonageSettings): URLSearchParams {
  const form = new URLSearchParams({ api_key: given.key, api_secret: given.secret });
  form.set("from", digitsOf(sms.from ?? given.from));
  form.set("to", digitsOf(sms.to));
  form.set("text", sms.text);
  if (sms.encoding === "ucs2") form.set("type", "unicode");
  if (sms.flash) form.set("message-class", "0");
  const seconds = validity(sms.validFor, 20, 604_800);
  if (seconds !== undefined) form.set("ttl", String(seconds * 1_000));
  form.set("client-ref", sms.ref);
  if (sms.receiptUrl !== undefined) form.set("callback", withoutRef(sms.receiptUrl));
  return form;
}

/** One entry for each part of a long text: all of them must have been taken. */
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
  return open ? { kind: "unknown", reason: "not every part was taken or refused for certain" } : refused[0]!;
}
