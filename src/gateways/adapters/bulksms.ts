import { createHash } from "node:crypto";

import type { Gateway, GatewayTools, Outcome, OutgoingSms } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { basic, openClient, type Answer, type Client } from "../vendor/client.ts";
import { readCredit } from "../vendor/credit.ts";
import { idAt, textAt } from "../vendor/json.ts";
import { vendorSchemes } from "../vendor/settings.ts";
import { codes, verdict } from "../vendor/verdict.ts";
import { entryOf } from "./bulksms/entry.ts";
import { readBulksmsCall } from "./bulksms/news.ts";
import { bulksmsSettings, type BulksmsSettings } from "./bulksms/settings.ts";

/** Of "about twelve hours" the eleven that are certain. */
const MERGES_FOR = 11 * 3_600;

/**
 * BulkSMS merges requests with the same `deduplication-id` for about twelve hours. The id is the request's, so each
 * text has a request of its own: a batch would never be made up of the same texts twice.
 */
export const bulksms = defineGateway({
  id: "bulksms",
  label: "BulkSMS",
  about:
    "JSON REST API v1. One request per text, so that a repeated one is recognised: no text is sent twice within 12 hours.",
  notes: [
    "## At BulkSMS",
    "",
    "Receipts and replies come by webhooks. Under Settings, Developer settings, make two, one for sent and one for received",
    "messages, both with the gateway's receipt address, `https://YOUR-HOST/svc/v1/receipts/NAME/TOKEN`. BulkSMS does not sign its",
    "calls: keep the address secret. Without the webhooks texts stay `sent`.",
    "",
    "In a text BulkSMS replaces `{F0}`, `{fn}` and `{sn}` by contents of its own; such a text is refused here.",
  ].join("\n"),
  settings: bulksmsSettings,
  dsn: { username: "tokenId", password: "tokenSecret", host: "host", schemes: vendorSchemes("bulksms") },
  example: "bulksms://ID:TOKEN_SECRET@default?from=ACME",
  can: { flash: true, media: false, credit: true, receipts: true, deduplicates: true, deduplicatesFor: MERGES_FOR },
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
    unconfirmed: ["How large a `deduplication-id` may be: ours has up to 16 digits."],
  },
  open,
});

/** The places in a text that BulkSMS fills. */
const TEMPLATE = /\{(?:F\d+|fn|sn)#*\}/;

const SUBTYPES = codes("EXPIRED", "HANDSET_ERROR", "BLOCKED", "NOT_SENT");
const table = { stop: codes("insufficient-credits"), optedOut: codes("FAILED.BLOCKED") };

function open(given: BulksmsSettings, tools: GatewayTools): Gateway {
  const authorization = basic(given.tokenId, given.tokenSecret);
  const client = openClient(given, tools, {
    path: "/v1",
    headers: { authorization: `Basic ${authorization}` },
    secrets: [given.tokenSecret, authorization],
  });
  const sendOne = async (sms: OutgoingSms): Promise<Outcome> => {
    if (TEMPLATE.test(sms.text))
      return {
        kind: "rejected",
        code: "template",
        reason: "BulkSMS would fill in a place of the text that looks like {F0}",
      };
    const path = `/messages?deduplication-id=${deduplicationId(sms.ref)}`;
    return client.ask({ path, json: [entryOf(sms, given)] }, (answer) => readReply(answer, sms, client));
  };
  return {
    batchSize: 1,
    window: given.window,
    send: (batch) => Promise.all(batch.map(sendOne)),
    credit: () =>
      readCredit(client, "/profile", (json) => ({ amount: textAt(json, "credits", "balance"), unit: "credits" })),
    receive: (call) => readBulksmsCall(call),
  };
}

/** 53 bits of our reference: as many as JSON numbers hold. Two among a million texts are alike once in 18 000 times. */
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
      return known.kind === "unknown" ? { kind: "rejected", code, reason: "BulkSMS failed it at once" } : known;
    }
    if (id !== "" && ["ACCEPTED", "SCHEDULED", "SENT", "DELIVERED"].includes(word))
      return { kind: "accepted", providerIds: [id], response: word };
    return { kind: "unknown", reason: `answered ${status} without an id or a known status` };
  }
  // The type of a problem (RFC 7807) is an address, whose fragment names it.
  const code = /#([\w-]{1,60})$/.exec(textAt(json, "type"))?.[1] ?? "";
  return verdict(table, code, client.words(textAt(json, "detail") || textAt(json, "title"), sms.text), answer);
}
