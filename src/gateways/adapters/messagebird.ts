import type { Gateway, GatewayTools } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { sendAlike, type Alike } from "../vendor/alike.ts";
import { openClient, type Answer } from "../vendor/client.ts";
import { readCredit } from "../vendor/credit.ts";
import { sendHalved } from "../vendor/halved.ts";
import { codeAt, textAt } from "../vendor/json.ts";
import { digitsOf, validity } from "../vendor/numbers.ts";
import { vendorSchemes } from "../vendor/settings.ts";
import { readMessageBirdCall, SEVERAL } from "./messagebird/news.ts";
import { concernsAll, readMessageBirdReply } from "./messagebird/reply.ts";
import { messageBirdSettings, type MessageBirdSettings } from "./messagebird/settings.ts";

export const messagebird = defineGateway({
  id: "messagebird",
  label: "MessageBird (Bird)",
  about:
    "The REST API that MessageBird has always had; Bird's newer channels API is another one. Fifty people per request.",
  notes: [
    "## At MessageBird",
    "",
    "Receipts come by themselves. For incoming texts forward the number's messages to the gateway's receipt address,",
    "`https://YOUR-HOST/svc/v1/receipts/NAME/TOKEN`. With the signing key of the dashboard's developer settings in",
    "`signing_key=` calls are checked; `TIDINGS_PUBLIC_URL` must then be the address that is called, to the letter.",
  ].join("\n"),
  settings: messageBirdSettings,
  dsn: { username: "key", host: "host", schemes: vendorSchemes("messagebird") },
  example: "messagebird://ACCESS_KEY@default?from=ACME",
  can: { flash: true, media: false, credit: true, receipts: true, deduplicates: false },
  traits: {
    recipientsPerCall: 50,
    ids: "call",
    reference: "field",
    numbers: "digits",
    unicode: "automatic",
    validity: [1, 172_800],
    credit: "money",
    senders: ["number", "short code", "alphanumeric"],
    signature: "JWT HS256",
    unconfirmed: [
      "The longest `validity`: two days are our own limit.",
      "That receipts come as a GET with the fields in the query, and the fields of incoming texts.",
      "How long this API stays up beside Bird's newer one.",
    ],
  },
  open,
});

function open(given: MessageBirdSettings, tools: GatewayTools): Gateway {
  const client = openClient(given, tools, {
    headers: { authorization: `AccessKey ${given.key}` },
    secrets: [given.key, given.signingKey],
  });
  const sendSet = (alike: Alike) =>
    sendHalved(
      alike.all,
      (some) => {
        const json = bodyOf({ ...alike, all: some }, given);
        const read = (answer: Answer) => readMessageBirdReply(answer, some, client);
        return client.ask({ path: "/messages", json }, read);
      },
      concernsAll,
    );
  return {
    batchSize: 50,
    window: given.window,
    send: (batch) => sendAlike(batch, sendSet),
    credit: () =>
      readCredit(client, "/balance", (json) => ({
        amount: textAt(json, "amount"),
        unit: unitOf(textAt(json, "type")),
      })),
    receive: (call) => readMessageBirdCall(call, given.signingKey, tools.clock.now()),
  };
}

/** `credits`, or the plural of a currency. */
const unitOf = (type: string): string => (type === "euros" ? "EUR" : codeAt({ type }, "type"));

function bodyOf({ sms, all, receiptUrl }: Alike, given: MessageBirdSettings): object {
  const seconds = validity(sms.validFor, 1, 172_800);
  const [only, ...others] = all;
  return {
    originator: digitsOf(sms.from ?? given.from),
    recipients: all.map(({ to }) => digitsOf(to)),
    body: sms.text,
    type: sms.flash ? "flash" : "sms",
    // "plain" would put question marks for what GSM 03.38 does not have.
    datacoding: "auto",
    // Without a reference there are no receipts; ours stands for one person and goes with nobody else.
    reference: others.length === 0 && only ? only.ref : SEVERAL,
    ...(receiptUrl === undefined ? {} : { reportUrl: receiptUrl }),
    ...(seconds === undefined ? {} : { validity: seconds }),
  };
}
