import { z } from "zod";

import type {
  GatewayDeps,
  Outcome,
  OutgoingSms,
  ProviderCall,
  ProviderEvents,
  Receipt,
} from "#domain/gateways/gateway";

import { defineGateway, flag } from "../define.ts";
import { events, nothingNew, receiptOf } from "../shared/calls.ts";
import { openClient, requestOver, type Answer, type Call, type Client } from "../shared/client.ts";
import { readCredit } from "../shared/credit.ts";
import { fitId, idAt, listAt, textAt } from "../shared/json.ts";
import { vendorSettings } from "../shared/settings.ts";
import { outcomeOfStatus } from "../shared/status.ts";
import { signForOvh } from "../signatures/ovh.ts";

const settings = z.object({
  key: z.string().min(1).meta({ label: "Application key" }),
  secret: z.string().min(1).meta({ label: "Application secret", secret: true }),
  ...vendorSettings("eu.api.ovh.com"),
  consumerKey: z.string().min(1).meta({ label: "Consumer key", secret: true }),
  service: z
    .string()
    .regex(/^[\w-]{1,40}$/, "must be the name of an SMS account, such as sms-ab12345-1")
    .meta({ label: "SMS account" }),
  stopClause: flag()
    .default(false)
    .meta({ label: "Add the STOP clause", help: "Required by French law in advertising; OVHcloud appends it." }),
});

type Settings = z.infer<typeof settings>;

export const ovh = defineGateway({
  id: "ovh",
  label: "OVHcloud",
  about:
    "The SMS service of OVHcloud's API. One request per message, so that each is certain to have an id of its own.",
  notes: [
    "## At OVHcloud",
    "",
    "- Create the three keys at `https://eu.api.ovh.com/createToken/` with the rights `GET` and `POST` on `/sms/*`.",
    "- Hosts of other regions: `ca.api.ovh.com`, `api.us.ovhcloud.com`.",
    "- Receipts: set the callback URL of the SMS account (or of the API user) to the gateway's receipt address",
    "  {receipts}. OVHcloud does not sign its calls: keep the address secret.",
    "- Without `from` messages come from a short number that people can reply to; OVHcloud returns replies only on request,",
    "  so they do not reach the inbox.",
  ].join("\n"),
  settings,
  dsn: { username: "key", password: "secret" },
  example: "ovh://APPLICATION_KEY:APPLICATION_SECRET@default?consumer_key=CONSUMER_KEY&service=sms-ab12345-1&from=ACME",
  can: { flash: true, media: false, receipts: true, deduplicates: false },
  traits: {
    recipientsPerCall: 1,
    ids: "recipient",
    reference: "none",
    numbers: "+digits",
    unicode: "flagged",
    validity: [60, 172_800],
    credit: "credits",
    senders: ["number", "short code", "alphanumeric"],
    signature: null,
    unconfirmed: [
      "That the ids are in the order of the recipients if a call has several: therefore each call has one.",
      "That `8bit` means UCS-2 as `coding`, and that `flash` is the class that displays a message immediately.",
      "The longest validity: two days are our own limit.",
      "The meaning of a receipt's codes (`ptt`): a code that is in no list changes nothing.",
      "The format of OVHcloud's call for a STOP (`stopCallBack`): such a call is not read, and the number is on OVHcloud's own list only.",
    ],
  },
  open(given, tools) {
    const client = openOvh(given, tools);
    const sendOne = (sms: OutgoingSms) =>
      client.request({ path: "/jobs", json: bodyOf(sms, given) }, (answer) => readReply(answer, sms, client));
    return {
      send: (batch) => Promise.all(batch.map(sendOne)),
      credit: () => readCredit(client, "", (json) => ({ amount: textAt(json, "creditsLeft"), unit: "credits" })),
      receive: readOvhCall,
    };
  },
});

function bodyOf(sms: OutgoingSms, given: Settings) {
  const from = sms.from ?? given.from;
  return {
    message: sms.text,
    receivers: [sms.to],
    ...(from === undefined ? { senderForResponse: true } : { sender: from }),
    charset: "UTF-8",
    coding: sms.encoding === "ucs2" ? "8bit" : "7bit",
    class: sms.flash ? "flash" : "phoneDisplay",
    noStopClause: !given.stopClause,
    ...(sms.validFor !== undefined && { validityPeriod: Math.floor(sms.validFor / 60) }),
  };
}

function readReply({ json, status, headers }: Answer, sms: OutgoingSms, client: Client): Outcome {
  if (status >= 200 && status < 300) {
    const id = idAt(json, "ids", 0);
    if (listAt(json, "invalidReceivers").includes(sms.to))
      return { kind: "rejected", code: "invalid_receiver", reason: "OVHcloud reports the number as invalid" };
    return id !== "" && listAt(json, "validReceivers").includes(sms.to)
      ? { kind: "accepted", providerIds: [id] }
      : { kind: "unknown", reason: `answered ${status} without the recipient and an id` };
  }
  const wording = textAt(json, "message");
  const [code, reason] = [`http_${status}`, client.words(wording, sms.text)];
  // OVHcloud returns 400 for wrong keys and a wrong clock, too; this response tells us its clock.
  if (status === 400 && /^invalid (signature|application key|credential)/i.test(wording))
    return { kind: "stop", code, reason };
  if (status === 400 && /^query out of time/i.test(wording)) return { kind: "later", code, reason };
  return outcomeOfStatus(status, headers, reason);
}

/** OVHcloud's API below the SMS account: every call is signed, with the time of OVHcloud's clock. */
function openOvh(given: Settings, tools: GatewayDeps): Client {
  const { secret, consumerKey: consumer } = given;
  const root = `/1.0/sms/${given.service}`;
  const client = openClient(given, tools, {
    path: root,
    headers: { "x-ovh-application": given.key, "x-ovh-consumer": consumer },
    secrets: [given.key, secret, consumer],
  });
  /** Milliseconds that OVHcloud's clock is ahead of ours. Each response has it, so no call is spent on a query. */
  let ahead = 0;

  const sign = ({ path, json }: Call): Call => {
    const at = Math.round((tools.clock.now() + ahead) / 1_000);
    const method = json === undefined ? "GET" : "POST";
    // The signature covers the exact bytes that are sent.
    const text = json === undefined ? "" : JSON.stringify(json);
    const url = `${given.plain ? "http" : "https"}://${given.host}${root}${path}`;
    const signature = signForOvh({ secret, consumer }, { method, url, body: text, at });
    return {
      path,
      headers: { "x-ovh-timestamp": String(at), "x-ovh-signature": signature },
      ...(text !== "" && { body: { type: "application/json", text } }),
    };
  };

  const call: Client["call"] = async (given) => {
    const answer = await client.call(sign(given));
    const date = answer.kind === "answer" ? Date.parse(answer.headers.get("date") ?? "") : Number.NaN;
    if (!Number.isNaN(date)) ahead = date - tools.clock.now();
    return answer;
  };

  return { call, request: requestOver(call), words: client.words };
}

// Meaning of `ptt`. 1, 2 and 6 are not final: two are retried, one is undocumented. The rest did not arrive.
const undelivered = [5, 8, 20, 21, 23, 24, 25, 26, 27, 28, 29, 33, 39, 73, 74, 76, 202];
const states: ReadonlyMap<string, Receipt["state"] | null> = new Map([
  ...["1", "2", "6"].map((code) => [code, null] as const),
  ["3", "sent"],
  ["4", "delivered"],
  ...undelivered.map((code) => [String(code), "undelivered"] as const),
]);

/** Reads a callback: a GET with the message's id and a code for its state. */
function readOvhCall({ query }: ProviderCall): ProviderEvents {
  const code = query["ptt"] ?? "";
  const state = states.get(code);
  const providerId = fitId(query["id"] ?? "");
  if (state === null) return nothingNew();
  if (state === undefined || providerId === "") return events({});
  return events({
    receipts: [receiptOf(state, { providerId, code: state === "undelivered" ? code : "" })],
  });
}
