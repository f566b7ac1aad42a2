import { z } from "zod";

import type { Outcome, OutgoingSms, ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { outcomesByNumber, sendApart } from "../shared/identical-messages.ts";
import { errorOf, inboundOf, events, receiptOf, stateIn, valuesOf, type States } from "../shared/calls.ts";
import { basicAuth, openClient, type Answer, type Client } from "../shared/client.ts";
import { creditAt, readCredit } from "../shared/credit.ts";
import { sendHalved } from "../shared/halved-batches.ts";
import { idAt, listAt, segmentsAt, textAt } from "../shared/json.ts";
import { vendorSettings } from "../shared/settings.ts";
import { codes, verdict } from "../shared/verdict.ts";

const settings = z.object({
  username: z.string().min(1).meta({ label: "User name" }),
  key: z.string().min(1).meta({ label: "API key", secret: true }),
  ...vendorSettings("rest.clicksend.com"),
  mmsSubject: z
    .string()
    .min(1)
    .max(20)
    .default("Message")
    .meta({ label: "Subject of messages with media", help: "Required by ClickSend." }),
});

type Settings = z.infer<typeof settings>;

export const clicksend = defineGateway({
  id: "clicksend",
  label: "ClickSend",
  about:
    "REST API v3. One request carries up to 1,000 messages; one media file per message, a jpg or gif of at most 250 kB.",
  notes: [
    "## At ClickSend",
    "",
    "Receipts and replies come by automation rules. Under SMS, create a rule for delivery reports and one for inbound messages, both",
    "with the action URL and the gateway's receipt address, {receipts}. ClickSend does not",
    "sign its calls: keep the address secret. Without the rules messages stay `sent`.",
  ].join("\n"),
  settings,
  dsn: { username: "username", password: "key" },
  example: "clicksend://USERNAME:API_KEY@default?from=%2B61411111111",
  can: { flash: false, media: true, maxMedia: 1, receipts: true, deduplicates: false },
  traits: {
    recipientsPerCall: 1_000,
    ids: "recipient",
    reference: "field",
    numbers: "+digits",
    unicode: "automatic",
    validity: null,
    credit: "money",
    senders: ["number", "short code", "alphanumeric"],
    signature: null,
    unconfirmed: [
      "That the list of words that refuse a message of a call is complete: any other word leaves the outcome unknown.",
      "The fields of receipts and replies, and the meaning of their status codes: they come from third parties.",
      "The fields of the balance.",
    ],
  },
  open(given, tools) {
    const client = openClient(given, tools, { path: "/v3", ...basicAuth(given.username, given.key) });
    const sendTogether = (all: readonly OutgoingSms[]) => {
      const [media] = all[0]?.media ?? [];
      const messages = all.map((sms) => messageOf(sms, given));
      const call =
        media === undefined
          ? { path: "/sms/send", json: { messages } }
          : { path: "/mms/send", json: { media_file: media, messages } };
      return client.request(call, (answer) => readReply(answer, all, client));
    };
    return {
      // A call has at most one media file.
      send: (batch) =>
        sendApart(
          batch,
          (all) => sendHalved(all, sendTogether),
          ({ media }) => media[0] ?? "",
        ),
      credit: () => readCredit(client, "/account", creditAt("data.balance", "data._currency.currency_name_short")),
      receive: (call) => readClicksendCall(call, client),
    };
  },
});

const table = {
  never: codes(
    "INVALID_RECIPIENT",
    "COUNTRY_NOT_ENABLED",
    "EMPTY_MESSAGE",
    "MISSING_REQUIRED_FIELDS",
    "SUBJECT_REQUIRED",
    "INVALID_MEDIA_FILE",
  ),
  sender: codes("INVALID_SENDER_ID"),
  stop: codes("INSUFFICIENT_CREDIT", "INVALID_CREDENTIALS", "MISSING_CREDENTIALS", "ACCOUNT_NOT_ACTIVATED"),
  // This number was sent the same text a moment ago: no reason to slow down for others.
  later: codes("THROTTLED"),
};

function messageOf(sms: OutgoingSms, given: Settings) {
  const from = sms.from ?? given.from;
  return {
    to: sms.to,
    body: sms.text,
    ...(from !== undefined && { from }),
    ...(sms.media.length > 0 && { subject: given.mmsSubject }),
    custom_string: sms.ref,
  };
}

function readReply(answer: Answer, all: readonly OutgoingSms[], client: Client): Outcome | readonly Outcome[] {
  const { json, status } = answer;
  const messages = listAt(json, "data", "messages");
  // Whatever the status: an accepted message must not be sent again with the rest of its call.
  if (messages.length === 0) {
    const code = textAt(json, "response_code");
    return verdict(table, code, client.words(textAt(json, "response_msg"), ...all.map(({ text }) => text)), answer);
  }
  return outcomesByNumber(
    all,
    messages,
    (message) => textAt(message, "to"),
    (message, sms) => {
      const [id, word] = [idAt(message, "message_id"), textAt(message, "status")];
      if (word !== "SUCCESS") return verdict(table, word, client.words(word, sms.text), answer, sms);
      if (id === "" || status >= 300) return { kind: "unknown", reason: `answered ${status} or without a message id` };
      return { kind: "accepted", providerIds: [id], ...segmentsAt(message, "message_parts") };
    },
  );
}

// 200 and 300 are not final: the network has the message, or keeps trying.
const states: States = {
  200: "sent",
  201: "delivered",
  300: "sent",
  301: "undelivered",
};

/** Reads the call of an automation rule: a receipt or a reply, as a form, as JSON or in the query. */
function readClicksendCall(call: ProviderCall, client: Client): ProviderEvents {
  const values = valuesOf(call);
  const value = (name: string): string => values.get(name) ?? "";
  const code = value("status_code");
  const state = stateIn(states, code);
  if (state) {
    const receipt = receiptOf(state, {
      providerId: value("message_id"),
      ref: value("custom_string"),
      ...errorOf(state, value("error_code") || code, client.words(value("error_text") || value("status_text"))),
    });
    return events({ receipts: [receipt] });
  }
  const [from, to] = [value("from"), value("to")];
  if (code !== "" || from === "" || !values.has("body")) return events({});
  return events({
    inbound: [inboundOf({ providerId: value("message_id"), from, to, text: value("body"), at: value("timestamp") })],
  });
}
