import { z } from "zod";

import type { Gateway, GatewayTools, Outcome, OutgoingSms } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { sendAlike } from "../vendor/alike.ts";
import { openClient, type Answer, type Client } from "../vendor/client.ts";
import { sendHalved } from "../vendor/halved.ts";
import { at, idAt, textAt } from "../vendor/json.ts";
import { vendorSchemes, vendorSettings } from "../vendor/settings.ts";
import { outcomeOfStatus } from "../vendor/status.ts";
import { readTextbeeCall } from "./textbee/news.ts";

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
    help: "Calls without its signature are refused. Absent: only the secret address proves who calls.",
  }),
});
type TextbeeSettings = z.infer<typeof settings>;

const MOST = 100;
const TOO_MANY = "bulk_limit";

export const textbee = defineGateway({
  id: "textbee",
  label: "textbee",
  about: "Sends by an Android phone with the textbee app, through textbee.dev or a server of your own.",
  notes: [
    "## At textbee",
    "",
    "- Make one webhook with the gateway's receipt address `https://YOUR-HOST/svc/v1/receipts/NAME/TOKEN`, for the events",
    "  sent, delivered, failed and received, and put its signing secret into `webhook_secret`.",
    "- A server of your own that runs without a queue gives no batch id: texts are sent, but receipts cannot be matched.",
    "- The sender is always the phone's own number, and validity is the phone's affair.",
  ].join("\n"),
  settings,
  dsn: { username: "device", password: "key", host: "host", schemes: vendorSchemes("textbee") },
  example: "textbee://DEVICE_ID:API_KEY@default?webhook_secret=SIGNING_SECRET_OF_YOURS",
  can: { flash: false, media: false, credit: false, receipts: true, deduplicates: false },
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
    unconfirmed: [`How many recipients one call may have: ${MOST} is our own limit.`],
  },
  open,
});

function open(given: TextbeeSettings, tools: GatewayTools): Gateway {
  const client = openClient(given, tools, {
    path: `/api/v1/gateway/devices/${given.device}`,
    headers: { "x-api-key": given.key },
    secrets: [given.key, given.webhookSecret],
  });
  return {
    batchSize: MOST,
    window: given.window,
    send: (batch) =>
      sendAlike(batch, ({ sms, all }) => {
        const ask = (some: readonly OutgoingSms[]) => {
          const json = {
            recipients: some.map(({ to }) => to),
            message: sms.text,
            ...(given.sim !== undefined && { simSubscriptionId: Number(given.sim) }),
          };
          return client.ask({ path: "/send-sms", json }, (answer) => readReply(answer, sms, some.length, client));
        };
        return sendHalved(all, ask, (code) => code !== TOO_MANY);
      }),
    receive: (call) => readTextbeeCall(call, given.webhookSecret, client),
  };
}

/** One outcome for all: the call names nobody, and either a phone was asked to send all of them or none. */
function readReply(answer: Answer, sms: OutgoingSms, count: number, client: Client): Outcome {
  const { json, status, headers } = answer;
  if (status >= 200 && status < 300) {
    const id = idAt(json, "data", "smsBatchId");
    if (id !== "" && at(json, "data", "success") === true) return { kind: "accepted", providerIds: [id] };
    // A server without a queue answers what the push service said.
    if (at(json, "data", "successCount") === count) return { kind: "accepted", providerIds: [] };
    return { kind: "unknown", reason: `answered ${status} without a batch id` };
  }
  const said = textAt(json, "error") || textAt(json, "message");
  const [code, reason] = [`http_${status}`, client.words(said, sms.text)];
  // The plan's limit for one call stands in no setting: a smaller call may pass, and this one took nothing.
  const limit = at(json, "bulkSendLimit");
  if (status === 429 && typeof limit === "number" && limit > 0 && count > limit)
    return { kind: "rejected", code: TOO_MANY, reason };
  if (at(json, "hasReachedLimit") === true || said === "Device does not exist or is not enabled")
    return { kind: "stop", code, reason };
  // Its database failed before any phone was told to send.
  if (status === 400 && said === "Failed to create SMS batch") return { kind: "later", code, reason };
  // The push service may have told the phone all the same.
  if (status === 400 && said === "Failed to send SMS") return { kind: "unknown", reason };
  return outcomeOfStatus(status, headers, reason);
}
