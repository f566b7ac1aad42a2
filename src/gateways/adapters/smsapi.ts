import { z } from "zod";

import type { Outcome, OutgoingSms, ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { outcomesByNumber, sendAlike, type Alike } from "../shared/identical-messages.ts";
import { errorOf, fieldsOf, inboundOf, events, receiptOf, stateIn, type States } from "../shared/calls.ts";
import { openClient, type Answer, type Client } from "../shared/client.ts";
import { readCredit } from "../shared/credit.ts";
import { sendHalved } from "../shared/halved-batches.ts";
import { at, idAt, listAt, segmentsAt, textAt } from "../shared/json.ts";
import { digitsOf, senderOf } from "../shared/numbers.ts";
import { vendorSettings } from "../shared/settings.ts";
import { codes, verdict } from "../shared/verdict.ts";

const settings = z.object({
  token: z.string().min(1).meta({ label: "API token", secret: true }),
  ...vendorSettings("api.smsapi.com"),
});

type Settings = z.infer<typeof settings>;

/** SMSAPI remembers a reference for a day: that, less an hour. */
const MERGES_FOR = 23 * 3_600;

export const smsapi = defineGateway({
  id: "smsapi",
  label: "SMSAPI",
  about:
    "SMSAPI.com, .pl, .bg and .se. One request carries one message to up to 100 people. A repeated message is recognized by our " +
    "reference for 24 hours.",
  notes: [
    "## At SMSAPI",
    "",
    "Receipts need no setting: each message names their address. For replies set the callback address of incoming messages to the gateway's",
    "receipt address, {receipts}. SMSAPI does not sign its calls: keep the address secret.",
    "",
    "MMS, which SMSAPI offers in Poland only, is not supported.",
  ].join("\n"),
  settings,
  dsn: { username: "token" },
  example: "smsapi://API_TOKEN@default?from=ACME",
  recipes: [{ title: "An account of smsapi.pl", dsn: "smsapi://API_TOKEN@api.smsapi.pl?from=ACME" }],
  can: { flash: true, media: false, receipts: true, deduplicates: true, deduplicatesFor: MERGES_FOR },
  traits: {
    recipientsPerCall: 100,
    ids: "recipient",
    reference: "field",
    numbers: "digits",
    unicode: "automatic",
    validity: [900, 259_200],
    credit: "credits",
    senders: ["number", "alphanumeric"],
    signature: null,
    unconfirmed: [
      "The maximum number of recipients per request: 100 is our own limit.",
      "The meaning of the numbers of errors and of delivery states: both come from copies of SMSAPI's lists by third parties.",
      "That receipts come as comma-separated lists, that `OK` is the response to them, and the fields of incoming messages.",
      "The response to a call in which only some references were used before: it is repeated one by one.",
    ],
  },
  open(given, tools) {
    const client = openClient(given, tools, {
      headers: { authorization: `Bearer ${given.token}` },
      secrets: [given.token],
    });
    const sendAll = (alike: Alike) => {
      const sendTogether = (all: Alike["all"]) => {
        const some = { ...alike, all };
        const form = formOf(some, given, tools.clock.now());
        return client.request({ path: "/sms.do", form }, (answer) => readSmsapiReply(answer, some, client));
      };
      return sendHalved(alike.all, sendTogether, concernsAll);
    };
    return {
      send: (batch) => sendAlike(batch, sendAll),
      credit: () => readCredit(client, "/profile", (json) => ({ amount: textAt(json, "points"), unit: "points" })),
      receive: readSmsapiCall,
    };
  },
});

function formOf({ sms, all, receiptUrl }: Alike, given: Settings, now: number): URLSearchParams {
  const form = new URLSearchParams({
    to: all.map(({ to }) => digitsOf(to)).join(","),
    message: sms.text,
    encoding: "utf-8",
    format: "json",
    details: "1",
    // In the order of `to`. SMSAPI sends no second message with a reference used in the last 24 hours.
    idx: all.map(({ ref }) => ref).join("|"),
    check_idx: "1",
  });
  const from = sms.from ?? given.from;
  if (from !== undefined) form.set("from", digitsOf(from));
  if (sms.flash) form.set("flash", "1");
  if (receiptUrl !== undefined) form.set("notify_url", receiptUrl);
  if (sms.validFor !== undefined) form.set("expiration_date", String(Math.floor(now / 1_000) + sms.validFor));
  return form;
}

// What independent copies of SMSAPI's list agree on. Its own errors (8, 201, 999) do not say if a message was accepted.
const table = {
  // Text, parts, numbers, flash, links, country.
  never: codes(11, 12, 13, 17, 57, 94, 112),
  optedOut: codes(59),
  sender: codes(14),
  // One number had ten messages in a minute: no reason to slow down for others.
  later: codes(52),
  throttled: codes(202),
  // Restricted, token, credentials, points, address, rights.
  stop: codes(98, 101, 102, 103, 105, 110, 401),
};

/** Whether an error is about the text or its sender, which are the same for all recipients of a call. */
const concernsAll = (code: string): boolean => ["11", "12", "14", "17", "94"].includes(code);

const ALREADY_SENT = "53";
/**
 * Errors about one number or its reference, and the one that requires calls for one number. No recipient got the
 * message.
 */
const OF_ONE = codes(52, ALREADY_SENT, 72);

const TAKEN = new Set(["QUEUE", "ACCEPTED", "SENT", "DELIVERED", "RENEWAL"]);
const REFUSED = new Set(["NOT_FOUND", "EXPIRED", "UNDELIVERED", "FAILED", "REJECTED", "STOP"]);

/** What a response means for each message of a call. An error comes with 200, too; invalid numbers are listed apart. */
function readSmsapiReply(answer: Answer, { all }: Alike, client: Client): Outcome | readonly Outcome[] {
  const { json, status } = answer;
  const invalid = listAt(json, "invalid_numbers");
  const judged = (reply: unknown, sms: OutgoingSms): Outcome =>
    verdict(table, textAt(reply, "error"), client.words(at(reply, "message"), sms.text), answer, sms);
  const entries = [...listAt(json, "list"), ...invalid];
  // In an error only the invalid numbers are identified.
  const error = textAt(json, "error");
  const whole = error !== "" && invalid.length < all.length;
  if (all.length > 1 && OF_ONE.has(error)) return { kind: "rejected", code: error, reason: "to be sent one by one" };
  // `check_idx` causes it: the message of an earlier attempt, whose response was lost, had been accepted.
  if (error === ALREADY_SENT) return { kind: "accepted", providerIds: [], response: "already sent" };
  if (entries.length === 0 || whole || status < 200 || status >= 300) return judged(json, all[0]!);
  return outcomesByNumber(
    all,
    entries,
    // `number` is in SMSAPI's format, the other one in ours.
    (entry) => textAt(entry, "submitted_number") || textAt(entry, "number"),
    (entry, sms) => {
      if (invalid.includes(entry))
        return { kind: "rejected", code: "invalid_number", reason: client.words(at(entry, "message"), sms.text) };
      const [id, word] = [idAt(entry, "id"), textAt(entry, "status")];
      const refused = at(entry, "error") ?? null;
      if (refused !== null) return judged(entry, sms);
      if (REFUSED.has(word)) return { kind: "rejected", code: word, reason: "SMSAPI refused it immediately" };
      if (id === "" || !TAKEN.has(word)) return { kind: "unknown", reason: "answered without an id or a known status" };
      return { kind: "accepted", providerIds: [id], ...segmentsAt(entry, "parts"), response: word };
    },
  );
}

/** Most receipts read from one call. */
const MOST = 1_000;

const byName: States = {
  QUEUE: null,
  ACCEPTED: null,
  RENEWAL: null,
  SENT: "sent",
  UNKNOWN: "sent",
  DELIVERED: "delivered",
  UNDELIVERED: "undelivered",
  EXPIRED: "undelivered",
  FAILED: "failed",
  REJECTED: "failed",
  STOP: "failed",
  NOT_FOUND: "failed",
};
const names = new Map([
  ["401", "NOT_FOUND"],
  ["402", "EXPIRED"],
  ["403", "SENT"],
  ["404", "DELIVERED"],
  ["405", "UNDELIVERED"],
  ["406", "FAILED"],
  ["407", "REJECTED"],
  ["408", "UNKNOWN"],
  ["409", "QUEUE"],
  ["410", "ACCEPTED"],
  ["411", "RENEWAL"],
  ["412", "STOP"],
]);

/**
 * Reads a delivery report, which may cover several messages, each field a comma-separated list, or an incoming message.
 */
function readSmsapiCall(call: ProviderCall): ProviderEvents {
  const fields = fieldsOf(call);
  const ids = (fields.get("MsgId") ?? "").split(",", MOST);
  // With an entry missing, one message's state would be applied to another.
  const list = (name: string): readonly string[] => {
    const entries = (fields.get(name) ?? "").split(",", MOST);
    return entries.length === ids.length ? entries : [];
  };
  const [from, to, text] = [fields.get("sms_from") ?? "", fields.get("sms_to") ?? "", fields.get("sms_text")];
  const ok = { body: "OK" };
  if (from !== "" && text !== null)
    return events(
      {
        inbound: [
          inboundOf({
            providerId: fields.get("MsgId") ?? "",
            from: senderOf(from),
            to,
            text,
            at: fields.get("sms_date") ?? "",
          }),
        ],
      },
      ok,
    );

  const [words, numbers, refs, phones] = [list("status_name"), list("status"), list("idx"), list("to")];
  const reported = ids.map((_id, index) => words[index] || (names.get(numbers[index] ?? "") ?? ""));
  const receipts = ids.flatMap((providerId, index) => {
    const word = reported[index]!;
    const state = stateIn(byName, word);
    if (!state || providerId === "") return [];
    const issue = errorOf(state, word, "");
    return [receiptOf(state, { providerId, ref: refs[index], phone: phones[index], ...issue })];
  });
  return events({ receipts, understood: reported.some((word) => stateIn(byName, word) === null) }, ok);
}
