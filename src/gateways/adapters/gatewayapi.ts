import type { Gateway, GatewayTools, Outcome } from "#domain/ports/gateway";

import { defineGateway } from "../define.ts";
import { sendAlike, type Alike } from "../vendor/alike.ts";
import { basic, openClient, type Answer, type Client } from "../vendor/client.ts";
import { readCredit } from "../vendor/credit.ts";
import { sendHalved } from "../vendor/halved.ts";
import { idAt, listAt, textAt } from "../vendor/json.ts";
import { digitsOf, validity } from "../vendor/numbers.ts";
import { vendorSchemes } from "../vendor/settings.ts";
import { codes, verdict } from "../vendor/verdict.ts";
import { readGatewayapiCall } from "./gatewayapi/news.ts";
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

/** This number had this text a moment ago. */
const TOO_SOON = "0x0214";
// https://gatewayapi.com/docs/apis/errors
const table = {
  // Number, country, operator, content.
  never: codes("0x0215", "0x0217", "0x021F", "0x0310", "0x0312"),
  later: codes(TOO_SOON),
  // Name, password, address, credit, what is switched on, keys, frozen.
  stop: codes("0x0210", "0x0211", "0x0212", "0x0213", "0x0216", "0x021D", "0x0223", "0x0224", "0x022A"),
};
/** Whatever the origin in the first byte: insufficient resources, and temporarily unavailable. */
const TRY_AGAIN = /^0x[0-9A-F]{2}0[69]$/;

function open(given: GatewayapiSettings, tools: GatewayTools): Gateway {
  const authorization = basic(given.token, "");
  const client = openClient(given, tools, {
    path: "/rest",
    headers: { authorization: `Basic ${authorization}` },
    secrets: [given.token, given.signingToken, authorization],
  });
  const sendAll = (alike: Alike) =>
    sendHalved(alike.all, (all) => {
      const some = { ...alike, all };
      return client.ask({ path: "/mtsms", json: messageOf(some, given) }, (answer) => readReply(answer, some, client));
    });
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

function readReply(answer: Answer, { sms, all }: Alike, client: Client): Outcome {
  const { json, status } = answer;
  if (status >= 200 && status < 300) {
    // One id for the message, whoever gets it.
    const id = idAt(json, "ids", 0);
    if (/^\d+$/.test(id) && listAt(json, "ids").length === 1) return { kind: "accepted", providerIds: [id] };
    return { kind: "unknown", reason: `answered ${status} without one message id` };
  }
  const code = textAt(json, "code").replace(/^0x[0-9a-f]{4}$/i, (hex) => `0x${hex.slice(2).toUpperCase()}`);
  const said = client.words(textAt(json, "message"), sms.text);
  // It is about one number, too: the call is divided until that one waits alone.
  if (code === TOO_SOON && all.length > 1) return { kind: "rejected", code, reason: said };
  if (TRY_AGAIN.test(code)) return { kind: "later", code, reason: said };
  return verdict(table, code, said, answer);
}
