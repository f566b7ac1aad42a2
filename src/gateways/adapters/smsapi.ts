import type { Gateway, GatewayTools } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { sendAlike, type Alike } from "../vendor/alike.ts";
import { openClient } from "../vendor/client.ts";
import { readCredit } from "../vendor/credit.ts";
import { sendHalved } from "../vendor/halved.ts";
import { textAt } from "../vendor/json.ts";
import { digitsOf, validity } from "../vendor/numbers.ts";
import { vendorSchemes } from "../vendor/settings.ts";
import { readSmsapiCall } from "./smsapi/news.ts";
import { concernsAll, readSmsapiReply } from "./smsapi/reply.ts";
import { smsapiSettings, type SmsapiSettings } from "./smsapi/settings.ts";

/** Of the day for which SMSAPI knows a reference, all but an hour. */
const MERGES_FOR = 23 * 3_600;

export const smsapi = defineGateway({
  id: "smsapi",
  label: "SMSAPI",
  about:
    "SMSAPI.com, .pl, .bg and .se. One request carries one text to up to 100 people. A repeated text is recognised by our " +
    "reference for 24 hours.",
  notes: [
    "## At SMSAPI",
    "",
    "Receipts need nothing: each text says where they go. For replies set the callback address of incoming texts to the gateway's",
    "receipt address, `https://YOUR-HOST/svc/v1/receipts/NAME/TOKEN`. SMSAPI does not sign its calls: keep it secret.",
    "",
    "MMS, which SMSAPI has in Poland only, is not offered here.",
  ].join("\n"),
  settings: smsapiSettings,
  dsn: { username: "token", host: "host", schemes: vendorSchemes("smsapi") },
  example: "smsapi://API_TOKEN@default?from=ACME",
  recipes: [{ title: "An account of smsapi.pl", dsn: "smsapi://API_TOKEN@api.smsapi.pl?from=ACME" }],
  can: { flash: true, media: false, credit: true, receipts: true, deduplicates: true, deduplicatesFor: MERGES_FOR },
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
      "The most recipients of one request: 100 is our own limit.",
      "What the numbers of errors and of delivery states mean: both come from copies of SMSAPI's lists by third parties.",
      "That receipts come as lists with commas, that `OK` is the answer to them, and the fields of incoming texts.",
      "What a call gets of which only some references were sent before: it is asked again one by one.",
    ],
  },
  open,
});

function open(given: SmsapiSettings, tools: GatewayTools): Gateway {
  const client = openClient(given, tools, {
    headers: { authorization: `Bearer ${given.token}` },
    secrets: [given.token],
  });
  const sendAll = (alike: Alike) => {
    const ask = (all: Alike["all"]) => {
      const some = { ...alike, all };
      const form = formOf(some, given, tools.clock.now());
      return client.ask({ path: "/sms.do", form }, (answer) => readSmsapiReply(answer, some, client));
    };
    return sendHalved(alike.all, ask, concernsAll);
  };
  return {
    batchSize: 100,
    window: given.window,
    send: (batch) => sendAlike(batch, sendAll),
    credit: () => readCredit(client, "/profile", (json) => ({ amount: textAt(json, "points"), unit: "points" })),
    receive: readSmsapiCall,
  };
}

function formOf({ sms, all, receiptUrl }: Alike, given: SmsapiSettings, now: number): URLSearchParams {
  const form = new URLSearchParams({
    to: all.map(({ to }) => digitsOf(to)).join(","),
    message: sms.text,
    encoding: "utf-8",
    format: "json",
    details: "1",
    // In the order of `to`. SMSAPI sends no second text with a reference that it had in the last 24 hours.
    idx: all.map(({ ref }) => ref).join("|"),
    check_idx: "1",
  });
  const from = sms.from ?? given.from;
  if (from !== undefined) form.set("from", digitsOf(from));
  if (sms.flash) form.set("flash", "1");
  if (receiptUrl !== undefined) form.set("notify_url", receiptUrl);
  const seconds = validity(sms.validFor, 900, 259_200);
  if (seconds !== undefined) form.set("expiration_date", String(Math.floor(now / 1_000) + seconds));
  return form;
}
