import { z } from "zod";

import type { Inbound, Outcome, OutgoingSms, ProviderCall, ProviderEvents, Receipt } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { outcomesByNumber, sendApart } from "../shared/identical-messages.ts";
import { errorOf, inboundOf, events, receiptOf, stateIn, type States } from "../shared/calls.ts";
import { openClient, type Answer, type Client } from "../shared/client.ts";
import { creditAt, readCredit } from "../shared/credit.ts";
import { sendHalved } from "../shared/halved-batches.ts";
import { at, idAt, listAt, parseJson, textAt } from "../shared/json.ts";
import { digitsOf, senderOf } from "../shared/numbers.ts";
import { vendorSettings } from "../shared/settings.ts";
import { certainlyRefused, codes, retryOwnFailure, verdict } from "../shared/verdict.ts";

const settings = z.object({
  key: z.string().min(1).meta({ label: "API key", secret: true, help: "Of an integration with the One API." }),
  ...vendorSettings("platform.clickatell.com"),
});

export const clickatell = defineGateway({
  id: "clickatell",
  label: "Clickatell",
  about: "The One API of platform.clickatell.com. One request carries up to 99 messages.",
  notes: [
    "## At Clickatell",
    "",
    "In the integration's callbacks set the addresses for delivery notifications and for replies, both to the gateway's",
    "receipt address, {receipts}. Clickatell does not sign its calls: keep the address secret.",
  ].join("\n"),
  settings,
  dsn: { username: "key" },
  example: "clickatell://API_KEY@default?from=27820000000",
  can: { flash: false, media: false, receipts: true, deduplicates: false },
  traits: {
    recipientsPerCall: 99,
    ids: "recipient",
    reference: "field",
    numbers: "digits",
    unicode: "automatic",
    validity: null,
    credit: "money",
    senders: ["number", "short code", "alphanumeric"],
    signature: null,
    unconfirmed: [
      "The optional fields `from` and `clientMessageId` of a message.",
      "That a message in UCS-2 needs no `charset`.",
      "The meaning of the error codes: they come from a third party's client.",
    ],
  },
  open(given, tools) {
    const client = openClient(given, tools, { headers: { authorization: given.key }, secrets: [given.key] });
    const sendTogether = (all: readonly OutgoingSms[]) => {
      const messages = all.map((sms) => messageOf(sms, given.from));
      return client.request({ path: "/v1/message", json: { messages } }, (answer) => readReply(answer, all, client));
    };
    return {
      send: (batch) => sendApart(batch, (all) => sendHalved(all, sendTogether)),
      credit: () => readCredit(client, "/v1/balance", creditAt("balance", "currency")),
      receive: (call) => readClickatellCall(call, client),
    };
  },
});

const table = {
  // Key, account, integration, address, balance, channel.
  stop: codes(1, 2, 3, 7, 20, 38, 39, 46),
  sender: codes(44, 45),
  optedOut: codes(26),
  never: codes(21, 23, 24, 25, 27, 28, 30, 40, 100, 101, 110, 111),
  later: codes(18, 19),
  throttled: codes(43),
};

function messageOf(sms: OutgoingSms, from: string | undefined) {
  const sender = sms.from ?? from;
  return {
    channel: "sms",
    to: digitsOf(sms.to),
    content: sms.text,
    ...(sender !== undefined && { from: digitsOf(sender) }),
    clientMessageId: sms.ref,
  };
}

function readReply(answer: Answer, all: readonly OutgoingSms[], client: Client): Outcome | readonly Outcome[] {
  const { json, status } = answer;
  const judged = (error: unknown, sms: OutgoingSms): Outcome => {
    const code = textAt(error, "code");
    const wording = client.words(at(error, "description"), sms.text);
    return retryOwnFailure(verdict(table, code, wording, answer, sms), code, status);
  };
  // The response says explicitly that the message was not accepted, and why.
  const refused = (message: unknown, sms: OutgoingSms): Outcome => {
    const outcome = judged(at(message, "error"), sms);
    const code = textAt(message, "error", "code");
    return at(message, "accepted") === false && code !== "" ? certainlyRefused(outcome, code) : outcome;
  };
  // Whatever the status: an accepted message must not be sent again with the rest of its call.
  const messages = listAt(json, "messages");
  if (messages.length === 0) return judged(at(json, "error"), all[0]!);
  return outcomesByNumber(
    all,
    messages,
    (message) => textAt(message, "to"),
    (message, sms) => {
      const id = idAt(message, "apiMessageId");
      if (at(message, "accepted") !== true) return refused(message, sms);
      if (id === "" || status >= 300) return { kind: "unknown", reason: `answered ${status} or without a message id` };
      return { kind: "accepted", providerIds: [id] };
    },
  );
}

// https://docs.clickatell.com/channels/one-api/one-api-reference (message status)
const states: States = {
  1: null,
  2: null,
  3: null,
  8: null,
  4: "sent",
  5: "delivered",
  6: "delivered",
  20: "undelivered",
  21: "failed",
  22: "failed",
  23: "undelivered",
  25: "failed",
  26: "failed",
  27: "failed",
  28: "failed",
  29: "failed",
  100: "failed",
};

/**
 * Reads callbacks of the One API: lists of states, of messages and of media, inside `event`. A state has no number. The
 * older SMS API has one of each per call, flat and under other names; both are read.
 */
function readClickatellCall(call: ProviderCall, client: Client): ProviderEvents {
  const json = parseJson(call.body);
  const event = at(json, "event");
  const updates = [...listAt(event, "messageStatusUpdate"), ...(at(json, "statusCode") === undefined ? [] : [json])];
  const texts = [
    ...listAt(event, "moText"),
    ...listAt(event, "moMedia"),
    ...(at(json, "text") === undefined ? [] : [json]),
  ];
  const known = updates.map((update) => stateIn(states, textAt(update, "statusCode")));
  return events({
    receipts: updates.flatMap((update, index) => readUpdate(update, known[index], client)),
    inbound: texts.flatMap(readText),
    understood: known.includes(null),
  });
}

function readUpdate(update: unknown, state: Receipt["state"] | null | undefined, client: Client): Receipt[] {
  if (!state) return [];
  const wording = client.words(textAt(update, "statusDescription") || textAt(update, "status"));
  return [
    receiptOf(state, {
      providerId: idAt(update, "messageId"),
      ref: textAt(update, "clientMessageId"),
      phone: textAt(update, "to"),
      ...errorOf(state, textAt(update, "statusCode"), wording),
    }),
  ];
}

function readText(event: unknown): Inbound[] {
  const from = senderOf(textAt(event, "from") || textAt(event, "fromNumber"));
  const to = textAt(event, "to") || textAt(event, "toNumber");
  // For media only the text beside it; the media itself is a stream of bytes, or requires Clickatell's key.
  const isMedia = at(event, "files") !== undefined || at(event, "contentType") !== undefined;
  const text = isMedia ? textAt(event, "caption") : textAt(event, "content") || textAt(event, "text");
  if (from === "" || to === "" || (!isMedia && at(event, "content") === undefined && at(event, "text") === undefined))
    return [];
  return [inboundOf({ providerId: idAt(event, "messageId"), from, to, text, at: textAt(event, "timestamp") })];
}
