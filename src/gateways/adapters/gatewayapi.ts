import { z } from "zod";

import type { Outcome, ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { sendAlike, type Alike } from "../shared/identical-messages.ts";
import { errorOf, headerOf, inboundOf, events, nothingNew, receiptOf, stateIn, type States } from "../shared/calls.ts";
import { basicAuth, openClient, type Answer, type Client } from "../shared/client.ts";
import { creditAt, readCredit } from "../shared/credit.ts";
import { sendHalved } from "../shared/halved-batches.ts";
import { at, idAt, listAt, parseJson, textAt } from "../shared/json.ts";
import { digitsOf, senderOf } from "../shared/numbers.ts";
import { vendorSettings } from "../shared/settings.ts";
import { codes, verdict } from "../shared/verdict.ts";
import { readJwt } from "../signatures/jwt.ts";

const settings = z.object({
  token: z.string().min(1).meta({ label: "API token", secret: true }),
  ...vendorSettings("gatewayapi.com"),
  signingToken: z.string().min(1).optional().meta({
    label: "Token that signs webhooks",
    secret: true,
    help: "The authentication token of the webhook. Given: calls without its signature are refused.",
  }),
});

type Settings = z.infer<typeof settings>;

export const gatewayapi = defineGateway({
  id: "gatewayapi",
  label: "GatewayAPI",
  about:
    "The REST API of gatewayapi.com and gatewayapi.eu. One request carries one message to up to 1,000 people; one bad number refuses all, " +
    "and the rest is sent again without it.",
  notes: [
    "## At GatewayAPI",
    "",
    "Receipts need no setting: each message names their address. For replies create a webhook with the gateway's receipt address,",
    "{receipts}, and assign your keywords to it. With `signing_token` every call must be signed:",
    "then make that webhook the default for delivery statuses, too, and give it the same authentication token.",
  ].join("\n"),
  settings,
  dsn: { username: "token" },
  example: "gatewayapi://API_TOKEN@default?from=ACME",
  recipes: [{ title: "In the EU", dsn: "gatewayapi://API_TOKEN@gatewayapi.eu?from=ACME" }],
  can: { flash: true, media: false, receipts: true, deduplicates: false },
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
      "That the signature's claims repeat all of an incoming message.",
      "Whether calls to an address that a message names are signed: with `signing_token` messages name none.",
    ],
  },
  open(given, tools) {
    const client = openClient(given, tools, {
      path: "/rest",
      ...basicAuth(given.token, "", given.token, given.signingToken),
    });
    const sendAll = (alike: Alike) =>
      sendHalved(
        alike.all,
        (all) => {
          const json = messageOf({ ...alike, all }, given);
          return client.request({ path: "/mtsms", json }, (answer) =>
            readGatewayapiReply(answer, { ...alike, all }, client),
          );
        },
        (code) => code === OF_THE_TEXT,
      );
    return {
      send: (batch) => sendAlike(batch, sendAll),
      credit: () => readCredit(client, "/me", creditAt("credit", "currency")),
      receive: (call) => readGatewayapiCall(call, given.signingToken, tools.clock.now(), client),
    };
  },
});

function messageOf({ sms, all, receiptUrl }: Alike, given: Settings) {
  const sender = sms.from ?? given.from;
  return {
    ...(sender !== undefined && { sender: digitsOf(sender) }),
    message: sms.text,
    recipients: all.map(({ to }) => ({ msisdn: Number(digitsOf(to)) })),
    ...(all.length === 1 && { userref: sms.ref }),
    // Only calls to the webhook itself are certain to be signed.
    ...(receiptUrl !== undefined && given.signingToken === undefined && { callback_url: receiptUrl }),
    ...(sms.validFor !== undefined && { validity_period: sms.validFor }),
    // Without it, characters outside GSM 03.38 are lost.
    ...(sms.encoding === "ucs2" && { encoding: "UCS2" }),
    ...(sms.flash && { destaddr: "DISPLAY" }),
  };
}

/** The content filter: the text is the same for all recipients of a call. */
const OF_THE_TEXT = "0x0312";
/** This number was sent this text a moment ago. */
const TOO_SOON = "0x0214";
// https://gatewayapi.com/docs/apis/errors
const table = {
  // Number, country, operator, content.
  never: codes("0x0215", "0x0217", "0x021F", "0x0310", OF_THE_TEXT),
  later: codes(TOO_SOON),
  // Name, password, address, credit, disabled features, keys, frozen accounts.
  stop: codes("0x0210", "0x0211", "0x0212", "0x0213", "0x0216", "0x021D", "0x0223", "0x0224", "0x022A"),
};
/** Whatever the origin in the first byte: insufficient resources, and temporarily unavailable. */
const TRY_AGAIN = /^0x[0-9A-F]{2}0[69]$/;

/** What a response means for each message of a call: they are accepted or refused together. */
function readGatewayapiReply(answer: Answer, { sms, all }: Alike, client: Client): Outcome {
  const { json, status } = answer;
  if (status >= 200 && status < 300) {
    // One id for the message, for all recipients.
    const id = idAt(json, "ids", 0);
    if (/^\d+$/.test(id) && listAt(json, "ids").length === 1) return { kind: "accepted", providerIds: [id] };
    return { kind: "unknown", reason: `answered ${status} without one message id` };
  }
  const code = textAt(json, "code").replace(/^0x[0-9a-f]{4}$/i, (hex) => `0x${hex.slice(2).toUpperCase()}`);
  const wording = client.words(textAt(json, "message"), sms.text);
  // It is about one number, too: the call is split until that one is alone.
  if (code === TOO_SOON && all.length > 1) return { kind: "rejected", code, reason: wording };
  if (TRY_AGAIN.test(code)) return { kind: "later", code, reason: wording };
  return verdict(table, code, wording, answer);
}

// https://gatewayapi.com/docs/apis/rest (delivery status notification)
const states: States = {
  UNKNOWN: null,
  SCHEDULED: null,
  BUFFERED: null,
  ENROUTE: "sent",
  ACCEPTED: "delivered",
  DELIVERED: "delivered",
  EXPIRED: "undelivered",
  UNDELIVERABLE: "undelivered",
  REJECTED: "failed",
  DELETED: "failed",
  SKIPPED: "failed",
};

/**
 * Reads a delivery status or an incoming message.
 *
 * @param token the webhook's authentication token, if one is set. The signed header repeats the whole call as its
 *   claims, and nothing covers the body: then the claims are read and the body is not.
 * @param now milliseconds
 */
async function readGatewayapiCall(
  call: ProviderCall,
  token: string | undefined,
  now: number,
  client: Client,
): Promise<ProviderEvents> {
  const event =
    token === undefined ? parseJson(call.body) : await readJwt(headerOf(call, "x-gwapi-signature") ?? "", token, now);
  if (token !== undefined && event === null) return { forged: true };
  const [providerId, phone, word] = [idAt(event, "id"), senderOf(textAt(event, "msisdn")), textAt(event, "status")];
  const state = stateIn(states, word);
  if (state && providerId !== "") {
    const issue = errorOf(state, textAt(event, "code") || word, client.words(at(event, "error")));
    return events({ receipts: [receiptOf(state, { providerId, phone, ref: textAt(event, "userref"), ...issue })] });
  }
  if (state === null) return nothingNew();
  const [to, text] = [textAt(event, "receiver"), at(event, "message")];
  if (word !== "" || phone === "" || to === "" || typeof text !== "string") return events({});
  return events({ inbound: [inboundOf({ providerId, from: phone, to, text, at: textAt(event, "senttime") })] });
}
