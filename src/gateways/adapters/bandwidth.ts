import { z } from "zod";

import type { Inbound, Outcome, OutgoingSms, ProviderCall, ProviderEvents, Receipt } from "#domain/gateways/gateway";

import { defineGateway, flag } from "../define.ts";
import { inboundOf, events, receiptOf, stateIn, type States } from "../shared/calls.ts";
import { channelOf } from "../shared/channel.ts";
import { basicAuth, openClient, type Answer, type Client } from "../shared/client.ts";
import { codeAt, idAt, listAt, parseJson, segmentsAt, textAt } from "../shared/json.ts";
import { openTokens } from "../shared/oauth.ts";
import { vendorSettings } from "../shared/settings.ts";
import { codes, retryOwnFailure, verdict } from "../shared/verdict.ts";

const settings = z.object({
  username: z.string().min(1).meta({ label: "Client id", help: "With oauth=off: the API user." }),
  password: z
    .string()
    .min(1)
    .meta({ label: "Client secret", secret: true, help: "With oauth=off: the API user's password." }),
  ...vendorSettings("messaging.bandwidth.com"),
  from: z.string().min(1).max(20).meta({
    label: "Sender",
    help: "One of your Bandwidth numbers, in E.164, or an alphanumeric sender for countries that accept one.",
  }),
  account: z
    .string()
    .regex(/^\w{1,40}$/, "must be an account id")
    .meta({ label: "Account id" }),
  application: z.string().min(1).max(80).meta({ label: "Application id", help: "The messaging application." }),
  oauth: flag().default(true).meta({
    label: "OAuth 2.0",
    help: "off: user name and password of an API user, which Bandwidth accepts until 2 December 2026.",
  }),
  tokenHost: z.string().default("api.bandwidth.com").meta({ label: "Token host" }),
});

type Settings = z.infer<typeof settings>;

export const bandwidth = defineGateway({
  id: "bandwidth",
  label: "Bandwidth",
  about: "Messaging API v2. One request per message: several recipients in one would become a group conversation.",
  notes: [
    "## At Bandwidth",
    "",
    "- Make an API credential with the role for messaging and give its client id and secret. An API user (user name and",
    "  password) works with `oauth=off` until 2 December 2026, when Bandwidth retires them; `tidings doctor` warns about it.",
    "- Receipts and replies are sent to the callback address of the messaging application. Set both of its callback URLs to",
    "  {receipts}, the gateway's receipt address. Bandwidth does not sign its calls: keep",
    "  the address secret. A message that no carrier reports on stays `sent`.",
  ].join("\n"),
  settings,
  dsn: { username: "username", password: "password" },
  example: "bandwidth://CLIENT_ID:CLIENT_SECRET@default?account=ACCOUNT&application=APPLICATION&from=%2B15005550006",
  can: { flash: false, media: true, maxCharacters: 2_048, receipts: true, deduplicates: false },
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
      "The shortest and longest `expiration` that Bandwidth accepts: a minute and three days are our own limits.",
    ],
  },
  warnings: ({ oauth }) =>
    oauth ? [] : ["Bandwidth accepts API users until 2 December 2026: use an API credential, without oauth=off."],
  open(given, tools) {
    const auth = basicAuth(given.username, given.password);
    const client = openClient(given, tools, {
      path: `/api/v2/users/${given.account}`,
      ...auth,
      ...(given.oauth && { headers: {} }),
    });
    const submit = (sms: OutgoingSms, token?: string) => {
      const json = bodyOf(sms, given, tools.clock.now());
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      return client.request({ path: "/messages", json, headers }, (answer) => readReply(answer, sms, token, client));
    };
    const { tokenHost, plain, timeout, username: clientId, password: clientSecret } = given;
    const path = "/api/v1/oauth2/token";
    const tokens = openTokens({ host: tokenHost, path, plain, timeout, clientId, clientSecret }, tools);
    const submitWithToken = async (sms: OutgoingSms, again = true): Promise<Outcome> => {
      const reported = await tokens.take();
      if ("kind" in reported) return reported;
      const outcome = await submit(sms, reported.token);
      // A 401 accepted nothing. A token may expire early; two 401s in a row mean account trouble.
      if (outcome.kind !== "stop" || !again) return outcome;
      await tokens.forget(reported.token);
      return submitWithToken(sms, false);
    };
    return {
      send: (batch) => Promise.all(batch.map((sms) => (given.oauth ? submitWithToken(sms) : submit(sms)))),
      receive: (call) => readBandwidthCall(call, client),
    };
  },
});

// A type that is in no set is judged by the HTTP status, which Bandwidth documents for each.
const table = { throttled: codes("max-message-queue-size-exceeded") };

function bodyOf(sms: OutgoingSms, given: Settings, now: number) {
  // An MMS accepts no expiration: https://dev.bandwidth.com/apis/messaging
  const seconds = sms.media.length > 0 ? undefined : sms.validFor;
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
  const wording = client.words(textAt(json, "description"), sms.text, token);
  // Details of a wrong request are in its fields: the application is the same for every message, and so is a sender
  // that no message chose.
  if (status === 400 && fields.includes("applicationId")) return { kind: "stop", code: type, reason: wording };
  if (status === 400 && fields.includes("from")) return verdict({ sender: codes(type) }, type, wording, answer, sms);
  // A 5xx in Bandwidth's own format is documented as safe to repeat.
  return retryOwnFailure(verdict(table, type, wording, answer), wording === "" ? "" : type, status);
}

/** Reads a callback: a JSON list of message states and incoming messages. */
function readBandwidthCall(call: ProviderCall, client: Client): ProviderEvents {
  const items = listAt(parseJson(call.body));
  return events({
    receipts: items.flatMap((event) => {
      const state = stateOf(textAt(event, "type"), codeAt(event, "errorCode"));
      return state ? [readReceipt(event, state, client)] : [];
    }),
    // 4775: the person said STOP to the carrier or to Bandwidth.
    optOuts: items
      .filter((event) => textAt(event, "type") === "message-failed" && codeAt(event, "errorCode") === "4775")
      .map((event) => textAt(event, "to")),
    inbound: items.filter((event) => textAt(event, "type") === "message-received").map(readInbound),
  });
}

const states: States = {
  "message-sending": "sent",
  "message-sent": "sent",
  "message-delivered": "delivered",
  "message-read": "delivered",
};

function stateOf(type: string, code: string): Receipt["state"] | null | undefined {
  if (type !== "message-failed") return stateIn(states, type);
  // The first two digits say whose failure it was: 44 and 51 Bandwidth itself, 9 unknown whether it failed.
  if (/^(44|51)\d\d$/.test(code)) return "failed";
  return /^9\d\d\d$/.test(code) ? "sent" : "undelivered";
}

function readReceipt(event: unknown, state: Receipt["state"], client: Client): Receipt {
  return receiptOf(state, {
    providerId: idAt(event, "message", "id"),
    ref: textAt(event, "message", "tag"),
    phone: textAt(event, "to"),
    channel: channelOf(textAt(event, "message", "channel")),
    code: codeAt(event, "errorCode"),
    detail: client.words(textAt(event, "description"), textAt(event, "message", "text")),
  });
}

function readInbound(event: unknown): Inbound {
  return inboundOf({
    providerId: idAt(event, "message", "id"),
    from: textAt(event, "message", "from"),
    to: textAt(event, "to"),
    text: textAt(event, "message", "text"),
    at: textAt(event, "message", "time"),
    media: listAt(event, "message", "media").filter((url) => typeof url === "string"),
  });
}
