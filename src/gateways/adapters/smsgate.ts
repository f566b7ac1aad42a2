import { z } from "zod";

import type { Inbound, Outcome, OutgoingSms, ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

import { defineGateway, numeric } from "../define.ts";
import { headerOf, inboundOf, events, nothingNew, receiptOf, stateIn, type States } from "../shared/calls.ts";
import { basicAuth, openClient, type Answer, type Client } from "../shared/client.ts";
import { isFresh } from "../shared/signed-time.ts";
import { at, idAt, listAt, parseJson, textAt } from "../shared/json.ts";
import { vendorSettings } from "../shared/settings.ts";
import { outcomeOfStatus } from "../shared/status.ts";
import { isHexHmac } from "../signatures/hex-hmac.ts";

const { from: _, ...common } = vendorSettings("api.sms-gate.app");
const settings = z.object({
  username: z.string().min(1).meta({ label: "User name" }),
  password: z.string().min(1).meta({ label: "Password", secret: true }),
  ...common,
  path: z
    .string()
    .startsWith("/")
    .default("/3rdparty/v1/messages")
    .meta({ label: "Path", help: "`/message` for a phone that is called directly." }),
  device: z.string().max(21).optional().meta({ label: "Device id", help: "Absent: any of the account's phones." }),
  sim: numeric({ min: 1, max: 3 }).optional().meta({ label: "SIM slot", help: "Absent: the phone's own choice." }),
  signingKey: z.string().min(1).optional().meta({
    label: "Webhook signing key",
    secret: true,
    help: "Calls without its signature are refused. Absent: only the secret address authenticates calls.",
  }),
});

type Settings = z.infer<typeof settings>;

export const smsgate = defineGateway({
  id: "smsgate",
  label: "SMSGate (Android)",
  about:
    "Sends through Android phones with the SMS Gateway app: through its cloud, a server of your own, or a phone directly.",
  notes: [
    "## On the phone",
    "",
    "- User name and password are on the app's home tab.",
    "- Register a webhook for each of `sms:sent`, `sms:delivered`, `sms:failed` and `sms:received` (POST to `/webhooks` of the",
    "  same API) with the gateway's receipt address {receipts}.",
    "- Put the key of Settings, Webhooks, Signing Key into `signing_key`. The phone's clock must be right within five minutes.",
    "- A long message is reported as delivered when its first segment is. Pictures of an incoming MMS are not kept.",
  ].join("\n"),
  settings,
  dsn: { username: "username", password: "password", path: "path" },
  example: "smsgate://USER:PASSWORD@default?signing_key=SIGNING_KEY",
  recipes: [
    {
      title: "A specific phone",
      note: "Only then is a message with an unknown outcome retried automatically: another phone would not know that it was sent.",
      dsn: "smsgate://USER:PASSWORD@default?device=DEVICE_ID&signing_key=SIGNING_KEY",
    },
    { title: "A server of your own", dsn: "smsgate://USER:PASSWORD@sms.example.org/api/3rdparty/v1/messages" },
    { title: "A phone in the same network", dsn: "smsgate+http://USER:PASSWORD@192.168.1.20:8080/message" },
  ],
  can: (given) => ({
    flash: false,
    media: false,
    credit: false,
    receipts: true,
    ...(isSingle(given) ? { deduplicates: true, deduplicatesFor: REMEMBERED } : { deduplicates: false }),
  }),
  traits: {
    // Several in one call would share one id, and a retry with others would not be recognized.
    recipientsPerCall: 1,
    ids: "recipient",
    reference: "field",
    numbers: "+digits",
    unicode: "automatic",
    validity: [5, 2_592_000],
    credit: null,
    senders: [],
    signature: "HMAC-SHA256, where set",
  },
  open(given, tools) {
    const client = openClient(given, tools, { ...basicAuth(given.username, given.password, given.signingKey) });
    const sendOne = (sms: OutgoingSms) =>
      // The number was validated; a phone's own idea of valid numbers must not refuse it.
      client.request({ path: `${given.path}?skipPhoneValidation=true`, json: bodyOf(sms, given) }, (answer) =>
        readReply(answer, sms, client, isSingle(given)),
      );
    return {
      send: (batch) => Promise.all(batch.map(sendOne)),
      receive: (call) => readSmsgateCall(call, given.signingKey, tools.clock.now(), client),
    };
  },
});

/** Seconds: a phone may be set to delete its messages, and their ids, after one day. */
const REMEMBERED = 86_400;

/**
 * Whether an id is accepted only once. A phone refuses a second message under it with 409, and so does a server for 30
 * days (`MESSAGES__PROCESSED_LIFETIME_HOURS`), but for each phone separately: it may give the second to another phone.
 */
const isSingle = ({ device, path }: Settings): boolean => device !== undefined || path === "/message";

function bodyOf(sms: OutgoingSms, given: Settings) {
  return {
    id: sms.ref,
    textMessage: { text: sms.text },
    phoneNumbers: [sms.to],
    withDeliveryReport: true,
    ...(given.device !== undefined && { deviceId: given.device }),
    ...(given.sim !== undefined && { simNumber: given.sim }),
    ...(sms.validFor !== undefined && { ttl: sms.validFor }),
  };
}

const IN_PROGRESS = ["Pending", "Processed", "Sent", "Delivered"];

function readReply({ json, status, headers }: Answer, sms: OutgoingSms, client: Client, single: boolean): Outcome {
  if (status >= 200 && status < 300) {
    const [id, state] = [idAt(json, "id"), textAt(json, "state")];
    if (id !== "" && IN_PROGRESS.includes(state)) return { kind: "accepted", providerIds: [id], response: state };
    if (id === "" || state !== "Failed") return { kind: "unknown", reason: `answered ${status} without id and state` };
    const reason = client.words(textAt(listAt(json, "recipients")[0], "error"), sms.text);
    return { kind: "rejected", code: state, reason: reason || "failed immediately" };
  }
  const wording = textAt(json, "message");
  const [code, reason] = [`http_${status}`, client.words(wording, sms.text)];
  // An earlier attempt was accepted under this id.
  if (status === 409 && wording !== "") return { kind: "accepted", providerIds: [sms.ref], response: reason };
  if (status === 400 && wording.startsWith("failed to select device")) return { kind: "stop", code, reason };
  // A 500 in its own format may be retried, since the id prevents a second message.
  if (status === 500 && wording !== "" && single) return { kind: "later", code, reason };
  return outcomeOfStatus(status, headers, reason);
}

const states: States = {
  // The announcement of an MMS, which is reported again when it has arrived.
  "mms:received": null,
  "system:ping": null,
  "app:started": null,
  "sms:sent": "sent",
  "sms:delivered": "delivered",
  "sms:failed": "failed",
  "sms:cancelled": "failed",
};

/**
 * Reads a webhook. X-Signature is the hexadecimal HMAC-SHA256 of the body followed by X-Timestamp, computed for each
 * attempt.
 *
 * @param now milliseconds
 */
function readSmsgateCall(call: ProviderCall, key: string | undefined, now: number, client: Client): ProviderEvents {
  if (key !== undefined && !isSigned(call, key, now)) return { forged: true };
  const json = parseJson(call.body);
  const event = textAt(json, "event");
  const payload = at(json, "payload");
  if (event === "sms:received") return events({ inbound: [readInbound(json, textAt(payload, "message"))] });
  if (event === "mms:downloaded") return events({ inbound: [readInbound(json, textAt(payload, "body"))] });
  const state = stateIn(states, event);
  if (state === null) return nothingNew();
  if (state === undefined) return events({});
  // The id is the one we assigned: our reference.
  const id = idAt(payload, "messageId");
  return events({
    receipts: [
      receiptOf(state, {
        providerId: id,
        ref: id,
        phone: textAt(payload, "recipient") || textAt(payload, "phoneNumber"),
        detail: client.words(textAt(payload, "reason")),
      }),
    ],
  });
}

function isSigned(call: ProviderCall, key: string, now: number): boolean {
  const at = headerOf(call, "x-timestamp") ?? "";
  return isFresh(at, now) && isHexHmac(headerOf(call, "x-signature"), key, call.body + at);
}

function readInbound(json: unknown, text: string): Inbound {
  const payload = at(json, "payload");
  return inboundOf({
    // The event's id: the message's id is derived from its content, and a second "YES" would count as a repetition.
    providerId: idAt(json, "id"),
    from: textAt(payload, "sender") || textAt(payload, "phoneNumber"),
    to: textAt(payload, "recipient"),
    text,
    at: textAt(payload, "receivedAt"),
  });
}
