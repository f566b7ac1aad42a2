import { z } from "zod";

import type { Inbound, Outcome, OutgoingSms, ProviderCall, ProviderEvents, Receipt } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { outcomesByNumber, sendApart, UNNAMED } from "../shared/identical-messages.ts";
import { errorOf, inboundOf, events, receiptOf, stateIn, type States } from "../shared/calls.ts";
import { channelOf } from "../shared/channel.ts";
import { openClient, type Answer, type Client } from "../shared/client.ts";
import { creditAt, readCredit } from "../shared/credit.ts";
import { sendHalved } from "../shared/halved-batches.ts";
import { at, codeAt, idAt, listAt, parseJson, segmentsAt, textAt } from "../shared/json.ts";
import { digitsOf, internationalOf, senderOf } from "../shared/numbers.ts";
import { sender, vendorSettings } from "../shared/settings.ts";
import { codes, verdict } from "../shared/verdict.ts";

const settings = z.object({
  key: z.string().min(1).meta({ label: "API key", secret: true }),
  ...vendorSettings(""),
  from: sender,
  host: z.string().meta({ label: "Host", help: "That of your personal base URL: `abc123.api.infobip.com`." }),
});

export const infobip = defineGateway({
  id: "infobip",
  label: "Infobip",
  about:
    "SMS API version 3 and MMS API version 2. One request carries up to a hundred messages, each with its own reference.",
  notes: [
    "## At Infobip",
    "",
    "The host is the personal base URL that the portal shows. The key needs the scopes `sms:message:send`,",
    "`mms:message:send` for MMS, and `account-management:manage` for the balance. Receipts arrive without configuration. For incoming",
    "messages forward the number's messages (HTTP, JSON) to the gateway's receipt address,",
    "{receipts}.",
  ].join("\n"),
  settings,
  dsn: { username: "key" },
  example: "infobip://API_KEY@abc123.api.infobip.com?from=ACME",
  can: { flash: true, media: true, maxMedia: 10, receipts: true, deduplicates: false },
  traits: {
    // The description states no maximum; responses of this size are still short.
    recipientsPerCall: 100,
    ids: "recipient",
    reference: "field",
    numbers: "digits",
    unicode: "automatic",
    validity: [1, 172_800],
    credit: "money",
    senders: ["number", "short code", "alphanumeric"],
    signature: null,
    unconfirmed: [
      "How many messages a request may carry, and how many media an MMS: a hundred and ten are our own limits.",
      "The HMAC that Infobip can add to its calls: we do not know its header, so the token in our address authenticates them.",
      "The name of the scope that the balance needs.",
      "The list of parts of an incoming MMS (`message`).",
      "Whether the id of a message that Infobip refused may be used again: a refusal as a duplicate leaves the message in doubt.",
    ],
  },
  open(given, tools) {
    const client = openClient(given, tools, { headers: { authorization: `App ${given.key}` }, secrets: [given.key] });
    const isMms = ({ media }: OutgoingSms): boolean => media.length > 0;
    const sendAll = (all: readonly OutgoingSms[]) =>
      sendHalved(all, (some) => {
        const mms = some.some(isMms);
        const messages = some.map((sms) => infobipMessage(sms, given.from));
        const json = mms ? { messages } : { messages, options: { includeSmsCountInResponse: true } };
        const call = { path: mms ? "/mms/2/messages" : "/sms/3/messages", json };
        return client.request(call, (answer) => readReply(answer, some, client));
      });
    return {
      send: (batch) => sendApart(batch, sendAll, (sms) => (isMms(sms) ? "mms" : "sms")),
      credit: () => readCredit(client, "/account/1/balance", creditAt("balance", "currency")),
      receive: readInfobipCall,
    };
  },
});

function readReply(answer: Answer, all: readonly OutgoingSms[], client: Client): Outcome | readonly Outcome[] {
  const { json, status } = answer;
  const texts = all.map(({ text }) => text);
  if (status < 200 || status >= 300) {
    return verdict({}, codeAt(json, "errorCode"), client.words(textAt(json, "description"), ...texts), answer);
  }
  const entries = listAt(json, "messages");
  const idOf = (entry: unknown): string => textAt(entry, "messageId");
  const named = Map.groupBy(entries, idOf);
  const byNumber = outcomesByNumber(
    all,
    // Under an id that Infobip generated, only the number identifies the recipient.
    entries.filter((entry) => !all.some(({ ref }) => ref === idOf(entry))),
    (entry) => textAt(entry, "destination"),
    (entry, sms) => readEntry(entry, sms, client, texts),
  );
  return all.map((sms, index) => {
    const [entry, ...more] = named.get(sms.ref) ?? [];
    if (entry === undefined) return byNumber[index]!;
    return more.length > 0 ? UNNAMED : readEntry(entry, sms, client, texts);
  });
}

// https://www.infobip.com/docs/developer-resources/api-fundamentals/message-status-codes
const TAKEN = codes("ACCEPTED", "PENDING", "DELIVERED");
const DUPLICATE = "REJECTED_DUPLICATE_MESSAGE_ID";
const REFUSED = codes("UNDELIVERABLE", "EXPIRED", "REJECTED");
/**
 * On the account's block list, to which Infobip adds people who reply with a keyword of the account or the operator.
 */
const BLOCKLISTED = "REJECTED_DESTINATION_BLOCKLISTED";
const table = {
  optedOut: codes(BLOCKLISTED),
  sender: codes("REJECTED_SOURCE", "REJECTED_SENDER", "REJECTED_INVALID_SENDER"),
  // No credit, credit that has ended.
  stop: codes("REJECTED_NOT_ENOUGH_CREDITS", "REJECTED_PREPAID_PACKAGE_EXPIRED"),
  // The filter is about one number in one hour: no reason to slow down for others. The account may have no route at
  // all, as it is documented, or none for this sender and number: one abroad must not stop the gateway for everyone.
  later: codes("REJECTED_SYSTEM_ERROR", "REJECTED_FLOODING_FILTER", "REJECTED_ROUTE_NOT_AVAILABLE"),
};

function readEntry(entry: unknown, sms: OutgoingSms, client: Client, texts: readonly string[]): Outcome {
  const id = idAt(entry, "messageId");
  const group = textAt(entry, "status", "groupName");
  const name = codeAt(entry, "status", "name");
  // An earlier attempt reached Infobip. Whether it was accepted there is not reported here: its receipt may say so.
  if (name === DUPLICATE) return { kind: "unknown", reason: "an earlier attempt of this message used its id" };
  if (TAKEN.has(group) && id !== "") {
    return {
      kind: "accepted",
      providerIds: [id],
      ...segmentsAt(entry, "details", "messageCount"),
      response: client.words(name),
    };
  }
  if (!REFUSED.has(group)) return { kind: "unknown", reason: `not a known status: ${client.words(name, ...texts)}` };
  const reason = client.words(textAt(entry, "status", "description"), ...texts);
  const known = verdict(table, name, reason, { status: 200, headers: new Headers() }, sms);
  return known.kind === "unknown"
    ? { kind: "rejected", code: name || group, reason: reason || "refused immediately" }
    : known;
}

/** One message in the format of the SMS API, or one with media in that of the MMS API. */
function infobipMessage(sms: OutgoingSms, ourSender: string): object {
  const links = sms.media.map((contentUrl) => ({ type: "LINK", contentUrl }));
  const segments = [...(sms.text === "" ? [] : [{ type: "TEXT", text: sms.text }]), ...links];
  const delivery =
    sms.receiptUrl === undefined ? {} : { delivery: { url: sms.receiptUrl }, contentType: "application/json" };
  const options = {
    ...(sms.validFor === undefined ? {} : { validityPeriod: { amount: sms.validFor, timeUnit: "SECONDS" } }),
    // The MMS API has no flash.
    ...(sms.flash && links.length === 0 ? { flash: true } : {}),
  };
  return {
    sender: digitsOf(sms.from ?? ourSender),
    // Our own id is in every report about this message, in whatever format its number is written.
    destinations: [{ to: digitsOf(sms.to), messageId: sms.ref }],
    content: links.length > 0 ? { messageSegments: segments } : { text: sms.text },
    ...(Object.keys(options).length > 0 ? { options } : {}),
    webhooks: { ...delivery, callbackData: sms.ref },
  };
}

const states: States = {
  ACCEPTED: null,
  PENDING: "sent",
  DELIVERED: "delivered",
  UNDELIVERABLE: "undelivered",
  EXPIRED: "undelivered",
  REJECTED: "failed",
};

/** Reads a list of delivery reports or of incoming messages: both come as `results`, and only reports have a status. */
function readInfobipCall(call: ProviderCall): ProviderEvents {
  const results = listAt(parseJson(call.body), "results");
  return events({
    receipts: results.flatMap(readReport),
    inbound: results.flatMap(readText),
    optOuts: results.filter(isOptOut).map((result) => internationalOf(textAt(result, "to"))),
    understood: results.some((result) => stateOf(result) === null),
  });
}

/** In the group DELIVERED one status is not final: the operator has the message, and the phone does not yet. */
function stateOf(result: unknown): Receipt["state"] | null | undefined {
  if (textAt(result, "status", "name") === "DELIVERED_TO_OPERATOR") return "sent";
  return stateIn(states, textAt(result, "status", "groupName"));
}

/** https://www.infobip.com/docs/developer-resources/api-fundamentals/error-code-reference: 603 is "MO: STOP". */
const OPTED_OUT = codes("EC_CONTENT_BLOCKED", "EC_BLACKLISTED_DESTINATIONADDRESS");

/** Whether a message failed because the person wants none. */
function isOptOut(result: unknown): boolean {
  const state = stateOf(result);
  if (state !== "undelivered" && state !== "failed") return false;
  return textAt(result, "status", "name") === BLOCKLISTED || OPTED_OUT.has(textAt(result, "error", "name"));
}

function readReport(result: unknown): Receipt[] {
  const state = stateOf(result);
  if (!state) return [];
  const error = codeAt(result, "error", "name");
  return [
    receiptOf(state, {
      providerId: textAt(result, "messageId"),
      ref: textAt(result, "callbackData"),
      phone: textAt(result, "to"),
      channel: channelOf(textAt(result, "channel")),
      // A delivered message has an error object, too, whose code means "no error".
      ...errorOf(state, error || codeAt(result, "status", "name"), ""),
    }),
  ];
}

function readText(result: unknown): Inbound[] {
  const from = senderOf(textAt(result, "from"));
  const parts = listAt(result, "message");
  if (from === "" || at(result, "status") !== undefined) return [];
  if (at(result, "text") === undefined && parts.length === 0) return [];
  const text =
    textAt(result, "text") ||
    parts
      .map((part) => textAt(part, "value"))
      .filter(Boolean)
      .join("\n");
  const media = parts.map((part) => textAt(part, "url")).filter(Boolean);
  return [
    inboundOf({
      providerId: textAt(result, "messageId"),
      from,
      to: textAt(result, "to"),
      text,
      media,
      at: textAt(result, "receivedAt"),
    }),
  ];
}
