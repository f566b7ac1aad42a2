import type { Gateway, GatewayTools, Outcome, OutgoingSms } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { outcomesByNumber, sendApart } from "../vendor/alike.ts";
import { basic, openClient, type Answer, type Client } from "../vendor/client.ts";
import { readCredit } from "../vendor/credit.ts";
import { sendHalved } from "../vendor/halved.ts";
import { idAt, listAt, segmentsAt, textAt } from "../vendor/json.ts";
import { vendorSchemes } from "../vendor/settings.ts";
import { codes, verdict } from "../vendor/verdict.ts";
import { readClicksendCall } from "./clicksend/news.ts";
import { clicksendSettings, type ClicksendSettings } from "./clicksend/settings.ts";

export const clicksend = defineGateway({
  id: "clicksend",
  label: "ClickSend",
  about:
    "REST API v3. One request carries up to 1000 texts; one media file for a text, a jpg or gif of at most 250 kB.",
  notes: [
    "## At ClickSend",
    "",
    "Receipts and replies come by automation rules. Under SMS, make a rule for delivery reports and one for inbound texts, both",
    "with the action URL and the gateway's receipt address, `https://YOUR-HOST/svc/v1/receipts/NAME/TOKEN`. ClickSend does not",
    "sign its calls: keep the address secret. Without the rules texts stay `sent`.",
  ].join("\n"),
  settings: clicksendSettings,
  dsn: { username: "username", password: "key", host: "host", schemes: vendorSchemes("clicksend") },
  example: "clicksend://USERNAME:API_KEY@default?from=%2B61411111111",
  can: { flash: false, media: true, maxMedia: 1, credit: true, receipts: true, deduplicates: false },
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
      "That the words by which a text of a call is refused are all: whatever else is said leaves the outcome unknown.",
      "The fields of receipts and replies, and the meaning of their status codes: they come from third parties.",
      "The fields of the balance.",
    ],
  },
  open,
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
  // This number had the same text a moment ago: no reason to slow down for others.
  later: codes("THROTTLED"),
};

function open(given: ClicksendSettings, tools: GatewayTools): Gateway {
  const authorization = basic(given.username, given.key);
  const client = openClient(given, tools, {
    path: "/v3",
    headers: { authorization: `Basic ${authorization}` },
    secrets: [given.key, authorization],
  });
  const ask = (all: readonly OutgoingSms[]) => {
    const [media] = all[0]?.media ?? [];
    const messages = all.map((sms) => messageOf(sms, given));
    const call =
      media === undefined
        ? { path: "/sms/send", json: { messages } }
        : { path: "/mms/send", json: { media_file: media, messages } };
    return client.ask(call, (answer) => readReply(answer, all, client));
  };
  return {
    batchSize: 1_000,
    window: given.window,
    // One call has one media file.
    send: (batch) =>
      sendApart(
        batch,
        (all) => sendHalved(all, ask),
        ({ media }) => media[0] ?? "",
      ),
    credit: () =>
      readCredit(client, "/account", (json) => ({
        amount: textAt(json, "data", "balance"),
        unit: textAt(json, "data", "_currency", "currency_name_short"),
      })),
    receive: (call) => readClicksendCall(call, client),
  };
}

function messageOf(sms: OutgoingSms, given: ClicksendSettings) {
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
  // Whatever the status is: a text that was taken must not be asked again with the rest of its call.
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
