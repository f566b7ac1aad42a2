import type { Gateway, GatewayTools, Outcome, OutgoingSms } from "#domain/ports/gateway";

import { defineGateway } from "../define.ts";
import { basic, openClient, type Answer, type Client } from "../vendor/client.ts";
import { readCredit } from "../vendor/credit.ts";
import { textAt } from "../vendor/json.ts";
import { validity } from "../vendor/numbers.ts";
import { vendorSchemes } from "../vendor/settings.ts";
import { codes, retryOwnFailure, verdict } from "../vendor/verdict.ts";
import { withRef } from "../vendor/with-ref.ts";
import { readTwilioCall } from "./twilio/news.ts";
import { twilioSettings, type TwilioSettings } from "./twilio/settings.ts";

const MB5 = 5 * 2 ** 20;

export const twilio = defineGateway({
  id: "twilio",
  label: "Twilio",
  about: "Programmable Messaging. One request per text; receipts and replies come signed.",
  settings: twilioSettings,
  dsn: { username: "sid", password: "token", host: "host", schemes: vendorSchemes("twilio") },
  example: "twilio://ACCOUNT_SID:AUTH_TOKEN@default?from=%2B15005550006",
  recipes: [
    { title: "Messaging Service", dsn: "twilio://ACCOUNT_SID:AUTH_TOKEN@default?messaging_service=MGSERVICE" },
    {
      title: "API key instead of the auth token",
      dsn: "twilio://SKKEY:KEY_SECRET@default?account=ACACCOUNT&signing_token=AUTH_TOKEN&from=%2B15005550006",
    },
  ],
  can: {
    flash: false,
    media: true,
    maxMedia: 10,
    maxMediaBytes: MB5,
    credit: true,
    receipts: true,
    deduplicates: false,
  },
  traits: {
    recipientsPerCall: 1,
    ids: "recipient",
    reference: "callback",
    numbers: "+digits",
    unicode: "automatic",
    validity: [1, 36_000],
    credit: "money",
    senders: ["number", "short code", "alphanumeric", "pool"],
    signature: "HMAC-SHA1",
  },
  open,
});

// What the vendor documents; a code in no table is judged by the HTTP status.
// https://www.twilio.com/docs/api/errors
const table = {
  optedOut: codes(21610),
  // Number, region, content or sender.
  never: codes(
    ..."21211 21212 21408 21602 21606 21608 21612 21614 21617 21620 21623 21635 21659 30004 30005 30006 30007".split(
      " ",
    ),
  ),
  stop: codes(20003, 20005, 20403, 30002, 30034),
  // Too many requests, or the sender's queue is full.
  throttled: codes(14107, 20429, 21611, 30001),
};

function open(given: TwilioSettings, tools: GatewayTools): Gateway {
  const authorization = basic(given.sid, given.token);
  const client = openClient(given, tools, {
    path: `/2010-04-01/Accounts/${given.account ?? given.sid}`,
    headers: { authorization: `Basic ${authorization}` },
    secrets: [given.token, given.signingToken, authorization],
  });
  const sendOne = (sms: OutgoingSms) =>
    client.ask({ path: "/Messages.json", form: formOf(sms, given) }, (answer) => readReply(answer, sms, client));
  return {
    batchSize: 1,
    window: given.window,
    send: (batch) => Promise.all(batch.map(sendOne)),
    credit: () =>
      readCredit(client, "/Balance.json", (json) => ({
        amount: textAt(json, "balance"),
        unit: textAt(json, "currency"),
      })),
    receive: (call) => readTwilioCall(call, given.signingToken ?? given.token),
  };
}

function formOf(sms: OutgoingSms, given: TwilioSettings): URLSearchParams {
  const form = new URLSearchParams({ To: sms.to });
  const from = sms.from ?? given.from;
  if (sms.from === undefined && given.messagingService !== undefined)
    form.set("MessagingServiceSid", given.messagingService);
  else if (from !== undefined) form.set("From", from);
  if (sms.text !== "") form.set("Body", sms.text);
  for (const url of sms.media) form.append("MediaUrl", url);
  if (sms.receiptUrl !== undefined) form.set("StatusCallback", withRef(sms.receiptUrl, sms.ref));
  const seconds = validity(sms.validFor, 1, 36_000);
  if (seconds !== undefined) form.set("ValidityPeriod", String(seconds));
  return form;
}

function readReply(answer: Answer, sms: OutgoingSms, client: Client): Outcome {
  const { json, status } = answer;
  if (status >= 200 && status < 300) return readResource(json, status, client);
  const code = textAt(json, "code");
  const known = verdict(table, code, client.words(textAt(json, "message"), sms.text), answer);
  return retryOwnFailure(known, code, status);
}

function readResource(json: unknown, status: number, client: Client): Outcome {
  const sid = textAt(json, "sid");
  if (!/^(SM|MM)[0-9A-Za-z]{1,62}$/.test(sid)) {
    return { kind: "unknown", reason: `answered ${status} without a message SID` };
  }
  const state = textAt(json, "status") || "queued";
  if (["failed", "undelivered", "canceled"].includes(state)) {
    return { kind: "rejected", code: textAt(json, "error_code") || state, reason: `Twilio ${state} it at once` };
  }
  // "0" while a Messaging Service has not picked a sender.
  const segments = Number(textAt(json, "num_segments"));
  return { kind: "accepted", providerIds: [sid], ...(segments > 0 ? { segments } : {}), response: client.words(state) };
}
