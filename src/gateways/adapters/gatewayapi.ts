import type { Gateway, GatewayTools } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { sendAlike, type Alike } from "../vendor/alike.ts";
import { basic, openClient } from "../vendor/client.ts";
import { readCredit } from "../vendor/credit.ts";
import { sendHalved } from "../vendor/halved.ts";
import { textAt } from "../vendor/json.ts";
import { digitsOf, validity } from "../vendor/numbers.ts";
import { vendorSchemes } from "../vendor/settings.ts";
import { readGatewayapiCall } from "./gatewayapi/news.ts";
import { OF_THE_TEXT, readGatewayapiReply } from "./gatewayapi/reply.ts";
import { gatewayapiSettings, type GatewayapiSettings } from "./gatewayapi/settings.ts";

export const gatewayapi = defineGateway({
  id: "gatewayapi",
  label: "GatewayAPI",
  about:
    "The REST API of gatewayapi.com and gatewayapi.eu. One request carries one text to up to 1000 people; one bad number refuses all, " +
    "and the rest is sent again without it.",
  notes: [
    "## At GatewayAPI",
    "",
    "Receipts need nothing: each text says where they go. For replies make a webhook with the gateway's receipt address,",
    "`https://YOUR-HOST/svc/v1/receipts/NAME/TOKEN`, and assign your keywords to it. With `signing_token` every call must be signed:",
    "then make that webhook the default for delivery statuses, too, and give it the same authentication token.",
  ].join("\n"),
  settings: gatewayapiSettings,
  dsn: { username: "token", host: "host", schemes: vendorSchemes("gatewayapi") },
  example: "gatewayapi://API_TOKEN@default?from=ACME",
  recipes: [{ title: "In the EU", dsn: "gatewayapi://API_TOKEN@gatewayapi.eu?from=ACME" }],
  can: { flash: true, media: false, credit: true, receipts: true, deduplicates: false },
  traits: {
    recipientsPerCall: 1_000,
    ids: "call",
    reference: "field",
    numbers: "integer",
    unicode: "flagged",
    validity: [60, 259_200],
    credit: "money",
    senders: ["number", "alphanumeric"],
    signature: "JWT HS256, where set",
    unconfirmed: [
      "The longest `validity_period`: three days are our own limit.",
      "That the signature's claims repeat the whole of an incoming text.",
      "Whether calls to an address that a text names are signed: with `signing_token` texts name none.",
    ],
  },
  open,
});

function open(given: GatewayapiSettings, tools: GatewayTools): Gateway {
  const authorization = basic(given.token, "");
  const client = openClient(given, tools, {
    path: "/rest",
    headers: { authorization: `Basic ${authorization}` },
    secrets: [given.token, given.signingToken, authorization],
  });
  const sendAll = (alike: Alike) =>
    sendHalved(
      alike.all,
      (all) => {
        const json = messageOf({ ...alike, all }, given);
        return client.ask({ path: "/mtsms", json }, (answer) => readGatewayapiReply(answer, { ...alike, all }, client));
      },
      (code) => code === OF_THE_TEXT,
    );
  return {
    batchSize: 1_000,
    window: given.window,
    send: (batch) => sendAlike(batch, sendAll),
    credit: () =>
      readCredit(client, "/me", (json) => ({ amount: textAt(json, "credit"), unit: textAt(json, "currency") })),
    receive: (call) => readGatewayapiCall(call, given.signingToken, tools.clock.now(), client),
  };
}

function messageOf({ sms, all, receiptUrl }: Alike, given: GatewayapiSettings) {
  const sender = sms.from ?? given.from;
  const seconds = validity(sms.validFor, 60, 259_200);
  return {
    ...(sender !== undefined && { sender: digitsOf(sender) }),
    message: sms.text,
    recipients: all.map(({ to }) => ({ msisdn: Number(digitsOf(to)) })),
    ...(all.length === 1 && { userref: sms.ref }),
    // Only calls to the webhook itself are signed for certain.
    ...(receiptUrl !== undefined && given.signingToken === undefined && { callback_url: receiptUrl }),
    ...(seconds !== undefined && { validity_period: seconds }),
    // Without it characters outside GSM 03.38 are lost.
    ...(sms.encoding === "ucs2" && { encoding: "UCS2" }),
    ...(sms.flash && { destaddr: "DISPLAY" }),
  };
}
