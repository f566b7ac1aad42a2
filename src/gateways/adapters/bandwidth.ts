import { z } from "zod";

import type { Gateway, GatewayTools, Outcome, OutgoingSms } from "#domain/ports/gateway";

import { defineGateway } from "../define.ts";
import { basic, openClient, type Answer, type Client } from "../vendor/client.ts";
import { codeAt, idAt, segmentsAt, textAt } from "../vendor/json.ts";
import { validity } from "../vendor/numbers.ts";
import { vendorSchemes, vendorSettings } from "../vendor/settings.ts";
import { codes, retryOwnFailure, verdict } from "../vendor/verdict.ts";
import { readBandwidthCall } from "./bandwidth/news.ts";

const settings = z.object({
  username: z.string().min(1).meta({ label: "API user" }),
  password: z.string().min(1).meta({ label: "API password", secret: true }),
  ...vendorSettings("messaging.bandwidth.com"),
  from: z.string().min(1).max(20).meta({ label: "Sender", help: "One of your Bandwidth numbers, in E.164." }),
  account: z
    .string()
    .regex(/^\w{1,40}$/, "must be an account id")
    .meta({ label: "Account id" }),
  application: z.string().min(1).max(80).meta({ label: "Application id", help: "The messaging application." }),
});
type BandwidthSettings = z.infer<typeof settings>;

export const bandwidth = defineGateway({
  id: "bandwidth",
  label: "Bandwidth",
  about: "Messaging API v2. One request per text: several recipients in one would become a group conversation.",
  notes: [
    "## At Bandwidth",
    "",
    "Receipts and replies come to the callback address of the messaging application. Set both of its callback URLs to",
    "`https://YOUR-HOST/svc/v1/receipts/NAME/TOKEN`, the gateway's receipt address. Bandwidth does not sign its calls: keep",
    "the address secret. A text whose fate no carrier reports stays `sent`.",
  ].join("\n"),
  settings,
  dsn: { username: "username", password: "password", host: "host", schemes: vendorSchemes("bandwidth") },
  example: "bandwidth://USER:PASSWORD@default?account=ACCOUNT&application=APPLICATION&from=%2B15005550006",
  can: { flash: false, media: true, credit: false, receipts: true, deduplicates: false },
  traits: {
    recipientsPerCall: 1,
    ids: "recipient",
    reference: "field",
    numbers: "+digits",
    unicode: "automatic",
    validity: [60, 259_200],
    credit: null,
    senders: ["number", "short code"],
    signature: null,
    unconfirmed: [
      "The shortest and longest `expiration` that Bandwidth takes: a minute and three days are our own limits.",
    ],
  },
  open,
});

// A type in no set is judged by the HTTP status, which Bandwidth documents for each.
const table = { throttled: codes("max-message-queue-size-exceeded") };

function open(given: BandwidthSettings, tools: GatewayTools): Gateway {
  const authorization = basic(given.username, given.password);
  const client = openClient(given, tools, {
    path: `/api/v2/users/${given.account}`,
    headers: { authorization: `Basic ${authorization}` },
    secrets: [given.password, authorization],
  });
  const sendOne = (sms: OutgoingSms) =>
    client.ask({ path: "/messages", json: bodyOf(sms, given, tools.clock.now()) }, (answer) =>
      readReply(answer, sms, client),
    );
  return {
    batchSize: 1,
    window: given.window,
    send: (batch) => Promise.all(batch.map(sendOne)),
    receive: (call) => readBandwidthCall(call, client),
  };
}

function bodyOf(sms: OutgoingSms, given: BandwidthSettings, now: number) {
  // An MMS takes no end: https://dev.bandwidth.com/apis/messaging
  const seconds = sms.media.length > 0 ? undefined : validity(sms.validFor, 60, 259_200);
  return {
    applicationId: given.application,
    to: [sms.to],
    from: sms.from ?? given.from,
    ...(sms.text !== "" && { text: sms.text }),
    ...(sms.media.length > 0 && { media: sms.media }),
    tag: sms.ref,
    ...(seconds !== undefined && { expiration: new Date(now + seconds * 1_000).toISOString() }),
  };
}

function readReply(answer: Answer, sms: OutgoingSms, client: Client): Outcome {
  const { json, status } = answer;
  if (status >= 200 && status < 300) {
    const id = idAt(json, "id");
    if (id === "") return { kind: "unknown", reason: `answered ${status} without a message id` };
    return { kind: "accepted", providerIds: [id], ...segmentsAt(json, "segmentCount") };
  }
  const type = codeAt(json, "type");
  const said = client.words(textAt(json, "description"), sms.text);
  // A 5xx in Bandwidth's own form is documented as one to repeat.
  return retryOwnFailure(verdict(table, type, said, answer), said === "" ? "" : type, status);
}
