import type { Gateway, GatewayTools, OutgoingSms } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { basic, openClient } from "../vendor/client.ts";
import { readCredit } from "../vendor/credit.ts";
import { textAt } from "../vendor/json.ts";
import { validity } from "../vendor/numbers.ts";
import { vendorSchemes } from "../vendor/settings.ts";
import { withRef } from "../vendor/with-ref.ts";
import { readTwilioCall } from "./twilio/news.ts";
import { readTwilioReply } from "./twilio/reply.ts";
import { twilioSettings, type TwilioSettings } from "./twilio/settings.ts";

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
    maxMediaBytes: 5 * 2 ** 20,
    maxCharacters: 1_600,
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

function open(given: TwilioSettings, tools: GatewayTools): Gateway {
  const authorization = basic(given.sid, given.token);
  const client = openClient(given, tools, {
    path: `/2010-04-01/Accounts/${given.account ?? given.sid}`,
    headers: { authorization: `Basic ${authorization}` },
    secrets: [given.token, given.signingToken, authorization],
  });
  const sendOne = (sms: OutgoingSms) =>
    client.ask({ path: "/Messages.json", form: formOf(sms, given) }, (answer) => readTwilioReply(answer, sms, client));
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
