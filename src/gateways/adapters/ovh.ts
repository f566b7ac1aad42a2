import type { Gateway, GatewayTools, Outcome, OutgoingSms } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import type { Answer, Client } from "../vendor/client.ts";
import { readCredit } from "../vendor/credit.ts";
import { idAt, listAt, textAt } from "../vendor/json.ts";
import { validity } from "../vendor/numbers.ts";
import { vendorSchemes } from "../vendor/settings.ts";
import { outcomeOfStatus } from "../vendor/status.ts";
import { openOvh } from "./ovh/client.ts";
import { readOvhCall } from "./ovh/news.ts";
import { ovhSettings, type OvhSettings } from "./ovh/settings.ts";

export const ovh = defineGateway({
  id: "ovh",
  label: "OVHcloud",
  about: "The SMS service of OVHcloud's API. One request per text, so that each has an id of its own for certain.",
  notes: [
    "## At OVHcloud",
    "",
    "- Make the three keys at `https://eu.api.ovh.com/createToken/` with the rights `GET` and `POST` on `/sms/*`.",
    "- Hosts of other regions: `ca.api.ovh.com`, `api.us.ovhcloud.com`.",
    "- Receipts: set the callback URL of the SMS account (or of the API user) to the gateway's receipt address",
    "  `https://YOUR-HOST/svc/v1/receipts/NAME/TOKEN`. OVHcloud does not sign its calls: keep the address secret.",
    "- Without `from` texts leave from a short number that people can answer; OVHcloud tells replies only on request,",
    "  so they do not reach the inbox.",
  ].join("\n"),
  settings: ovhSettings,
  dsn: { username: "key", password: "secret", host: "host", schemes: vendorSchemes("ovh") },
  example: "ovh://APPLICATION_KEY:APPLICATION_SECRET@default?consumer_key=CONSUMER_KEY&service=sms-ab12345-1&from=ACME",
  can: { flash: true, media: false, credit: true, receipts: true, deduplicates: false },
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
      "That the order of ids is the order of recipients where one call has several: so each call has one.",
      "That `8bit` stands for UCS-2 as `coding`, and that `flash` is the class that shows a text at once.",
      "The longest validity: two days are our own limit.",
      "What the codes of a receipt (`ptt`) mean: a code that is in no list changes nothing.",
      "With what words OVHcloud calls the address for a STOP (`stopCallBack`): such a call is not read, and the number is on OVHcloud's own list only.",
    ],
  },
  open,
});

function open(given: OvhSettings, tools: GatewayTools): Gateway {
  const client = openOvh(given, tools);
  const sendOne = (sms: OutgoingSms) =>
    client.ask({ path: "/jobs", json: bodyOf(sms, given) }, (answer) => readReply(answer, sms, client));
  return {
    batchSize: 1,
    window: given.window,
    send: (batch) => Promise.all(batch.map(sendOne)),
    credit: () => readCredit(client, "", (json) => ({ amount: textAt(json, "creditsLeft"), unit: "credits" })),
    receive: readOvhCall,
  };
}

function bodyOf(sms: OutgoingSms, given: OvhSettings) {
  const from = sms.from ?? given.from;
  const seconds = validity(sms.validFor, 60, 172_800);
  return {
    message: sms.text,
    receivers: [sms.to],
    ...(from === undefined ? { senderForResponse: true } : { sender: from }),
    charset: "UTF-8",
    coding: sms.encoding === "ucs2" ? "8bit" : "7bit",
    class: sms.flash ? "flash" : "phoneDisplay",
    noStopClause: !given.stopClause,
    ...(seconds !== undefined && { validityPeriod: Math.floor(seconds / 60) }),
  };
}

function readReply({ json, status, headers }: Answer, sms: OutgoingSms, client: Client): Outcome {
  if (status >= 200 && status < 300) {
    const id = idAt(json, "ids", 0);
    if (listAt(json, "invalidReceivers").includes(sms.to))
      return { kind: "rejected", code: "invalid_receiver", reason: "OVHcloud calls the number invalid" };
    return id !== "" && listAt(json, "validReceivers").includes(sms.to)
      ? { kind: "accepted", providerIds: [id] }
      : { kind: "unknown", reason: `answered ${status} without the recipient and an id` };
  }
  const said = textAt(json, "message");
  const [code, reason] = [`http_${status}`, client.words(said, sms.text)];
  // OVHcloud says 400 to wrong keys and to a wrong clock, too; its clock is known from this answer on.
  if (status === 400 && /^invalid (signature|application key|credential)/i.test(said))
    return { kind: "stop", code, reason };
  if (status === 400 && /^query out of time/i.test(said)) return { kind: "later", code, reason };
  return outcomeOfStatus(status, headers, reason);
}
