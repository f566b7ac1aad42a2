import type { Gateway, GatewayTools, Outcome, OutgoingSms } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { basic, openClient, type Answer, type Client } from "../vendor/client.ts";
import { codeAt, idAt, listAt, segmentsAt, textAt } from "../vendor/json.ts";
import { validity } from "../vendor/numbers.ts";
import { openTokens } from "../vendor/oauth.ts";
import { vendorSchemes } from "../vendor/settings.ts";
import { codes, retryOwnFailure, verdict } from "../vendor/verdict.ts";
import { readBandwidthCall } from "./bandwidth/news.ts";
import { bandwidthSettings, type BandwidthSettings } from "./bandwidth/settings.ts";

export const bandwidth = defineGateway({
  id: "bandwidth",
  label: "Bandwidth",
  about: "Messaging API v2. One request per text: several recipients in one would become a group conversation.",
  notes: [
    "## At Bandwidth",
    "",
    "- Make an API credential with the role for messaging and give its client id and secret. An API user (user name and",
    "  password) works with `oauth=off` until 2 December 2026, when Bandwidth ends them; `tidings doctor` warns of it.",
    "- Receipts and replies come to the callback address of the messaging application. Set both of its callback URLs to",
    "  `https://YOUR-HOST/svc/v1/receipts/NAME/TOKEN`, the gateway's receipt address. Bandwidth does not sign its calls: keep",
    "  the address secret. A text whose fate no carrier reports stays `sent`.",
  ].join("\n"),
  settings: bandwidthSettings,
  dsn: { username: "username", password: "password", host: "host", schemes: vendorSchemes("bandwidth") },
  example: "bandwidth://CLIENT_ID:CLIENT_SECRET@default?account=ACCOUNT&application=APPLICATION&from=%2B15005550006",
  can: { flash: false, media: true, maxCharacters: 2_048, credit: false, receipts: true, deduplicates: false },
  traits: {
    recipientsPerCall: 1,
    ids: "recipient",
    reference: "field",
    numbers: "+digits",
    unicode: "automatic",
    validity: [60, 259_200],
    credit: null,
    senders: ["number", "short code", "alphanumeric"],
    signature: null,
    unconfirmed: [
      "The shortest and longest `expiration` that Bandwidth takes: a minute and three days are our own limits.",
    ],
  },
  warnings: ({ oauth }) =>
    oauth ? [] : ["Bandwidth takes API users until 2 December 2026: use an API credential, without oauth=off."],
  open,
});

// A type in no set is judged by the HTTP status, which Bandwidth documents for each.
const table = { throttled: codes("max-message-queue-size-exceeded") };

function open(given: BandwidthSettings, tools: GatewayTools): Gateway {
  const authorization = basic(given.username, given.password);
  const client = openClient(given, tools, {
    path: `/api/v2/users/${given.account}`,
    headers: given.oauth ? {} : { authorization: `Basic ${authorization}` },
    secrets: [given.password, authorization],
  });
  const submit = (sms: OutgoingSms, token?: string) => {
    const json = bodyOf(sms, given, tools.clock.now());
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return client.ask({ path: "/messages", json, headers }, (answer) => readReply(answer, sms, token, client));
  };
  const { tokenHost, plain, timeout, username: clientId, password: clientSecret } = given;
  const path = "/api/v1/oauth2/token";
  const tokens = openTokens({ host: tokenHost, path, plain, timeout, clientId, clientSecret }, tools);
  const submitWithToken = async (sms: OutgoingSms, again = true): Promise<Outcome> => {
    const told = await tokens.take();
    if ("kind" in told) return told;
    const outcome = await submit(sms, told.token);
    // 401 took nothing. A token may end before its time; two in a row are the account's trouble.
    if (outcome.kind !== "stop" || !again) return outcome;
    await tokens.forget(told.token);
    return submitWithToken(sms, false);
  };
  return {
    batchSize: 1,
    window: given.window,
    send: (batch) => Promise.all(batch.map((sms) => (given.oauth ? submitWithToken(sms) : submit(sms)))),
    receive: (call) => readBandwidthCall(call, client),
  };
}

function bodyOf(sms: OutgoingSms, given: BandwidthSettings, now: number) {
  // An MMS takes no end: https://dev.bandwidth.com/apis/messaging
  const seconds = sms.media.length > 0 ? undefined : validity(sms.validFor, 60, 259_200);
  return {
    applicationId: given.application,
    to: [sms.to],
    from: sms.from ?? given.from,
    ...(sms.text !== "" && { text: sms.text }),
    ...(sms.media.length > 0 && { media: sms.media }),
    tag: sms.ref,
    ...(seconds !== undefined && { expiration: new Date(now + seconds * 1_000).toISOString() }),
  };
}

function readReply(answer: Answer, sms: OutgoingSms, token: string | undefined, client: Client): Outcome {
  const { json, status } = answer;
  if (status >= 200 && status < 300) {
    const id = idAt(json, "id");
    if (id === "") return { kind: "unknown", reason: `answered ${status} without a message id` };
    return { kind: "accepted", providerIds: [id], ...segmentsAt(json, "segmentCount") };
  }
  const type = codeAt(json, "type");
  const fields = listAt(json, "fieldErrors").map((issue) => textAt(issue, "fieldName"));
  const said = client.words(textAt(json, "description"), sms.text, token);
  // What is wrong with the request stands in its fields: the application is the same for every text, and so is a sender
  // that no text chose.
  if (status === 400 && fields.includes("applicationId")) return { kind: "stop", code: type, reason: said };
  if (status === 400 && fields.includes("from")) return verdict({ sender: codes(type) }, type, said, answer, sms);
  // A 5xx in Bandwidth's own form is documented as one to repeat.
  return retryOwnFailure(verdict(table, type, said, answer), said === "" ? "" : type, status);
}
