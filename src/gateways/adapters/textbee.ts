import { z } from "zod";

import type { Inbound, Outcome, OutgoingSms, ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { sendAlike } from "../shared/identical-messages.ts";
import { headerOf, inboundOf, events, nothingNew, receiptOf, stateIn, type States } from "../shared/calls.ts";
import { openClient, type Answer, type Client } from "../shared/client.ts";
import { sendHalved } from "../shared/halved-batches.ts";
import { at, codeAt, idAt, parseJson, textAt } from "../shared/json.ts";
import { internationalOf } from "../shared/numbers.ts";
import { vendorSettings } from "../shared/settings.ts";
import { outcomeOfStatus } from "../shared/status.ts";
import { isHexHmac } from "../signatures/hex-hmac.ts";

const { from: _, ...common } = vendorSettings("api.textbee.dev");
const settings = z.object({
  device: z
    .string()
    .regex(/^[\w-]{1,64}$/, "must be a device id")
    .meta({ label: "Device id" }),
  key: z.string().min(1).meta({ label: "API key", secret: true }),
  ...common,
  sim: z
    .string()
    .regex(/^\d{1,9}$/, "must be a number")
    .optional()
    .meta({ label: "SIM subscription id", help: "Absent: the phone's own choice." }),
  webhookSecret: z.string().min(20, "must have at least 20 characters").optional().meta({
    label: "Webhook signing secret",
    secret: true,
    help: "Calls without its signature are refused. Absent: only the secret address authenticates calls.",
  }),
});

const MOST = 100;
const TOO_MANY = "bulk_limit";

export const textbee = defineGateway({
  id: "textbee",
  label: "textbee",
  about: "Sends through an Android phone with the textbee app, through textbee.dev or a server of your own.",
  notes: [
    "## At textbee",
    "",
    "- Create one webhook with the gateway's receipt address {receipts}, for the events",
    "  sent, delivered, failed and received, and put its signing secret into `webhook_secret`.",
    "- A server of your own that runs without a queue returns no batch id: messages are sent, but receipts cannot be matched.",
    "- The sender is always the phone's own number, and the phone decides about validity.",
  ].join("\n"),
  settings,
  dsn: { username: "device", password: "key" },
  example: "textbee://DEVICE_ID:API_KEY@default?webhook_secret=SIGNING_SECRET_OF_YOURS",
  can: { flash: false, media: false, receipts: true, deduplicates: false },
  traits: {
    recipientsPerCall: MOST,
    ids: "call",
    reference: "none",
    numbers: "+digits",
    unicode: "automatic",
    validity: null,
    credit: null,
    senders: [],
    signature: "HMAC-SHA256, where set",
    unconfirmed: [`The maximum number of recipients per call: ${MOST} is our own limit.`],
  },
  open(given, tools) {
    const client = openClient(given, tools, {
      path: `/api/v1/gateway/devices/${given.device}`,
      headers: { "x-api-key": given.key },
      secrets: [given.key, given.webhookSecret],
    });
    return {
      send: (batch) =>
        sendAlike(batch, ({ sms, all }) => {
          const sendTogether = (some: readonly OutgoingSms[]) => {
            const json = {
              recipients: some.map(({ to }) => to),
              message: sms.text,
              ...(given.sim !== undefined && { simSubscriptionId: Number(given.sim) }),
            };
            return client.request({ path: "/send-sms", json }, (answer) => readReply(answer, sms, some.length, client));
          };
          return sendHalved(all, sendTogether, (code) => code !== TOO_MANY);
        }),
      receive: (call) => readTextbeeCall(call, given.webhookSecret, client),
    };
  },
});

/** One outcome for all: the response names no recipient, and a phone was asked to send either all of them or none. */
function readReply(answer: Answer, sms: OutgoingSms, count: number, client: Client): Outcome {
  const { json, status, headers } = answer;
  if (status >= 200 && status < 300) {
    const id = idAt(json, "data", "smsBatchId");
    if (id !== "" && at(json, "data", "success") === true) return { kind: "accepted", providerIds: [id] };
    // A server without a queue returns the response of the push service.
    if (at(json, "data", "successCount") === count) return { kind: "accepted", providerIds: [] };
    return { kind: "unknown", reason: `answered ${status} without a batch id` };
  }
  const wording = textAt(json, "error") || textAt(json, "message");
  const [code, reason] = [`http_${status}`, client.words(wording, sms.text)];
  // The plan's limit for one call is in no setting: a smaller call may pass, and this one accepted nothing.
  const limit = at(json, "bulkSendLimit");
  if (status === 429 && typeof limit === "number" && limit > 0 && count > limit)
    return { kind: "rejected", code: TOO_MANY, reason };
  if (at(json, "hasReachedLimit") === true || wording === "Device does not exist or is not enabled")
    return { kind: "stop", code, reason };
  // Its database failed before any phone was asked to send.
  if (status === 400 && wording === "Failed to create SMS batch") return { kind: "later", code, reason };
  // The push service may have notified the phone all the same.
  if (status === 400 && wording === "Failed to send SMS") return { kind: "unknown", reason };
  return outcomeOfStatus(status, headers, reason);
}

const states: States = {
  MESSAGE_SENT: "sent",
  MESSAGE_DELIVERED: "delivered",
  MESSAGE_FAILED: "failed",
};
/** Events that only say that the state changed: it is in `status`. Those before `sent` are not reported. */
const CHANGES = new Set(["SMS_STATUS_UPDATED", "UNKNOWN_STATE"]);
const statuses: States = { sent: "sent", delivered: "delivered", failed: "failed" };

/** Reads a webhook: X-Signature is the hexadecimal HMAC-SHA256 of the body. It carries no time. */
function readTextbeeCall(call: ProviderCall, secret: string | undefined, client: Client): ProviderEvents {
  if (secret !== undefined && !isHexHmac(headerOf(call, "x-signature"), secret, call.body)) return { forged: true };
  const event = parseJson(call.body);
  const word = textAt(event, "webhookEvent");
  if (word === "MESSAGE_RECEIVED") return events({ inbound: [readInbound(event)] });
  const state = CHANGES.has(word)
    ? (stateIn(statuses, textAt(event, "status").toLowerCase()) ?? null)
    : stateIn(states, word);
  if (state === null) return nothingNew();
  const phone = internationalOf(textAt(event, "recipient"));
  // The id is the call's: without the number it could be anyone's receipt.
  if (state === undefined || phone === "") return events({});
  return events({
    receipts: [
      receiptOf(state, {
        providerId: idAt(event, "smsBatchId"),
        phone,
        code: codeAt(event, "errorCode"),
        detail: client.words(textAt(event, "errorMessage"), textAt(event, "message")),
      }),
    ],
  });
}

function readInbound(event: unknown): Inbound {
  return inboundOf({
    providerId: idAt(event, "smsId"),
    from: textAt(event, "sender"),
    // The phone's own number is not reported.
    to: "",
    text: textAt(event, "message"),
    at: textAt(event, "receivedAt"),
  });
}
