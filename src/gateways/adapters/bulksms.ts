import { createHash } from "node:crypto";

import { z } from "zod";

import type { Inbound, Outcome, OutgoingSms, ProviderCall, ProviderEvents, Receipt } from "#domain/gateways/gateway";

import { defineGateway, flag } from "../define.ts";
import { errorOf, inboundOf, events, receiptOf, stateIn, type States } from "../shared/calls.ts";
import { basicAuth, openClient, type Answer, type Client } from "../shared/client.ts";
import { readCredit } from "../shared/credit.ts";
import { idAt, listAt, parseJson, textAt } from "../shared/json.ts";
import { internationalOf, senderOf } from "../shared/numbers.ts";
import { vendorSettings } from "../shared/settings.ts";
import { codes, verdict } from "../shared/verdict.ts";

const settings = z.object({
  tokenId: z.string().min(1).meta({ label: "API token id" }),
  tokenSecret: z.string().min(1).meta({ label: "API token secret", secret: true }),
  ...vendorSettings("api.bulksms.com"),
  repliable: flag().default(false).meta({
    label: "Repliable",
    help: "Messages without a sender come from a BulkSMS number that accepts replies.",
  }),
});

type Settings = z.infer<typeof settings>;

/** Of "about twelve hours", the eleven that are certain. */
const MERGES_FOR = 11 * 3_600;

/**
 * BulkSMS merges requests with the same `deduplication-id` for about twelve hours. The id belongs to the request, so
 * each message has a request of its own: a retried batch would never consist of the same messages.
 */
export const bulksms = defineGateway({
  id: "bulksms",
  label: "BulkSMS",
  about:
    "JSON REST API v1. One request per message, so that a repeated one is recognized: no message is sent twice within 12 hours.",
  notes: [
    "## At BulkSMS",
    "",
    "Receipts and replies come by webhook. Under Settings, Developer settings, create two, one for sent and one for received",
    "messages, both with the gateway's receipt address, {receipts}. BulkSMS does not sign its",
    "calls: keep the address secret. Without the webhooks messages stay `sent`.",
    "",
    "BulkSMS replaces `{F0}`, `{fn}` and `{sn}` in a message by contents of its own; such a message is refused here.",
  ].join("\n"),
  settings,
  dsn: { username: "tokenId", password: "tokenSecret" },
  example: "bulksms://ID:TOKEN_SECRET@default?from=ACME",
  can: { flash: true, media: false, receipts: true, deduplicates: true, deduplicatesFor: MERGES_FOR },
  traits: {
    recipientsPerCall: 1,
    ids: "recipient",
    reference: "none",
    numbers: "+digits",
    unicode: "flagged",
    validity: null,
    credit: "credits",
    senders: ["number", "short code", "alphanumeric", "pool"],
    signature: null,
    unconfirmed: ["The maximum size of a `deduplication-id`: ours has up to 16 digits."],
  },
  open(given, tools) {
    const client = openClient(given, tools, { path: "/v1", ...basicAuth(given.tokenId, given.tokenSecret) });
    const sendOne = async (sms: OutgoingSms): Promise<Outcome> => {
      if (TEMPLATE.test(sms.text))
        return {
          kind: "rejected",
          code: "template",
          reason: "BulkSMS would replace a placeholder in the text, such as {F0}",
        };
      const path = `/messages?deduplication-id=${deduplicationId(sms.ref)}`;
      return client.request({ path, json: [entryOf(sms, given)] }, (answer) => readReply(answer, sms, client));
    };
    return {
      send: (batch) => Promise.all(batch.map(sendOne)),
      credit: () =>
        readCredit(client, "/profile", (json) => ({ amount: textAt(json, "credits", "balance"), unit: "credits" })),
      receive: readBulksmsCall,
    };
  },
});

/** The placeholders in a text that BulkSMS replaces. */
const TEMPLATE = /\{(?:F\d+|fn|sn)#*\}/;

const SUBTYPES = codes("EXPIRED", "HANDSET_ERROR", "BLOCKED", "NOT_SENT");
const table = { stop: codes("insufficient-credits"), optedOut: codes("FAILED.BLOCKED") };

/** 53 bits of our reference: as many as JSON numbers carry. Two of a million messages collide once in 18 000 times. */
function deduplicationId(ref: string): number {
  return Number(createHash("sha256").update(ref).digest().readBigUInt64BE() >> 11n);
}

function readReply(answer: Answer, sms: OutgoingSms, client: Client): Outcome {
  const { json, status } = answer;
  if (status >= 200 && status < 300) {
    const [id, word] = [idAt(json, 0, "id"), textAt(json, 0, "status", "type")];
    if (word === "FAILED") {
      const subtype = textAt(json, 0, "status", "subtype");
      const code = SUBTYPES.has(subtype) ? `${word}.${subtype}` : word;
      const known = verdict(table, code, "", answer);
      return known.kind === "unknown"
        ? { kind: "rejected", code, reason: "BulkSMS reported an immediate failure" }
        : known;
    }
    if (id !== "" && ["ACCEPTED", "SCHEDULED", "SENT", "DELIVERED"].includes(word))
      return { kind: "accepted", providerIds: [id], response: word };
    return { kind: "unknown", reason: `answered ${status} without an id or a known status` };
  }
  // The type of a problem (RFC 7807) is an address, whose fragment names it.
  const code = /#([\w-]{1,60})$/.exec(textAt(json, "type"))?.[1] ?? "";
  return verdict(table, code, client.words(textAt(json, "detail") || textAt(json, "title"), sms.text), answer);
}

/** One message in the format of BulkSMS. */
function entryOf(sms: OutgoingSms, given: Settings) {
  const sender = sms.from ?? given.from;
  return {
    to: [{ type: "INTERNATIONAL", address: sms.to }],
    ...(sender !== undefined
      ? { from: { type: kindOf(sender), address: sender } }
      : given.repliable && { from: { type: "REPLIABLE" } }),
    body: sms.text,
    encoding: sms.encoding === "ucs2" ? "UNICODE" : "TEXT",
    // By default a message ends after its third segment.
    longMessageMaxParts: Math.max(3, sms.segments),
    ...(sms.flash && { messageClass: "FLASH_SMS" }),
    deliveryReports: "ALL",
  };
}

const kindOf = (sender: string): string =>
  /^\d{1,6}$/.test(sender) ? "SHORTCODE" : /^\+?\d+$/.test(sender) ? "INTERNATIONAL" : "ALPHANUMERIC";

const states: States = {
  ACCEPTED: null,
  SCHEDULED: null,
  SENT: "sent",
  UNKNOWN: "sent",
  DELIVERED: "delivered",
  "FAILED.EXPIRED": "undelivered",
  "FAILED.HANDSET_ERROR": "undelivered",
  "FAILED.BLOCKED": "failed",
  "FAILED.NOT_SENT": "failed",
};

/** The person unsubscribed at BulkSMS. */
const OPTED_OUT = "FAILED.BLOCKED";

/** Reads a webhook call: a list of messages, sent ones with their status and received ones. Empty in a test call. */
function readBulksmsCall(call: ProviderCall): ProviderEvents {
  const receipts: Receipt[] = [];
  const inbound: Inbound[] = [];
  const optOuts: string[] = [];
  let understood = call.body.trim() === "[]";
  for (const message of listAt(parseJson(call.body))) {
    const [type, subtype] = [textAt(message, "status", "type"), textAt(message, "status", "subtype")];
    const [providerId, from, to] = [idAt(message, "id"), textAt(message, "from"), textAt(message, "to")];
    const word = type === "FAILED" ? `${type}.${subtype}` : type;
    const state = stateIn(states, word);
    understood ||= state === null;
    if (textAt(message, "type") === "RECEIVED" && from !== "")
      inbound.push(
        inboundOf({
          providerId,
          from: senderOf(from),
          to,
          text: textAt(message, "body"),
          at: textAt(message, "submission", "date"),
        }),
      );
    else if (textAt(message, "type") === "SENT" && state && providerId !== "") {
      receipts.push(receiptOf(state, { providerId, phone: to, ...errorOf(state, subtype, "") }));
      if (word === OPTED_OUT) optOuts.push(internationalOf(to));
    }
  }
  return events({ receipts, inbound, optOuts, understood });
}
