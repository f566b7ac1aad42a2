import { z } from "zod";

import type { Outcome, OutgoingSms, ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { fieldsOf, inboundOf, events, receiptOf, stateIn, type States } from "../shared/calls.ts";
import { basicAuth, openClient, type Answer, type Client } from "../shared/client.ts";
import { readCredit } from "../shared/credit.ts";
import { fitCode, idAt, listAt, textAt, uuidAt } from "../shared/json.ts";
import { digitsOf, internationalOf, senderOf } from "../shared/numbers.ts";
import { vendorSettings } from "../shared/settings.ts";
import { retryOwnFailure, verdict } from "../shared/verdict.ts";
import { withRef } from "../shared/with-ref.ts";
import { isSignedByPlivo } from "../signatures/plivo.ts";

const settings = z
  .object({
    authId: z
      .string()
      .regex(/^\w{1,60}$/, "must be an auth ID (MA…)")
      .meta({ label: "Auth ID" }),
    token: z.string().min(1).meta({ label: "Auth token", secret: true, help: "It also signs Plivo's calls to us." }),
    ...vendorSettings("api.plivo.com"),
    powerpack: z.string().min(1).max(60).optional().meta({
      label: "Powerpack UUID",
      help: "A pool of numbers instead of one sender.",
    }),
    signature: z.enum(["any", "v3"]).default("any").meta({
      label: "Signature",
      help: "`v3` accepts only calls whose signature covers their body. Plivo documents version 2 for messages, which covers the address alone.",
    }),
  })
  .refine((given) => given.from !== undefined || given.powerpack !== undefined, {
    path: ["from"],
    error: "is missing: give `from` or `powerpack`",
  });
type Settings = z.infer<typeof settings>;

export const plivo = defineGateway({
  id: "plivo",
  label: "Plivo",
  about:
    "SMS and MMS. One request per message, because a call for several recipients does not say which id belongs to whom.",
  notes: [
    "## At Plivo",
    "",
    "Receipts arrive without configuration. For incoming messages create a messaging application whose Message URL (POST) is the gateway's",
    "receipt address, {receipts}, and assign your numbers to it. Calls are verified by Plivo's",
    "signature: `TIDINGS_PUBLIC_URL` must be exactly the address that Plivo calls.",
    "",
    "Version 3 of the signature covers the body and is verified if Plivo sends it. Version 2 does not: someone who has seen such",
    "a call, in a proxy's log for example, could forge others from it, such as a STOP. If your account's calls carry",
    "`X-Plivo-Signature-V3`, add `signature=v3`; calls without it are then refused.",
  ].join("\n"),
  settings,
  dsn: { username: "authId", password: "token" },
  example: "plivo://AUTH_ID:AUTH_TOKEN@default?from=%2B12025550123",
  recipes: [{ title: "Powerpack", dsn: "plivo://AUTH_ID:AUTH_TOKEN@default?powerpack=POWERPACK_UUID" }],
  can: { flash: false, media: true, maxMedia: 10, receipts: true, deduplicates: false },
  traits: {
    recipientsPerCall: 1,
    ids: "recipient",
    reference: "callback",
    numbers: "digits",
    unicode: "automatic",
    validity: [5, 10_800],
    credit: "credits",
    senders: ["number", "short code", "alphanumeric", "pool"],
    signature: "HMAC-SHA256",
    unconfirmed: [
      "The shortest and longest `message_expiry`: five seconds and three hours are our own limits.",
      "The names of the fields of an incoming MMS (`Media0`, `Media1`, …).",
    ],
  },
  open(given, tools) {
    const client = openClient(given, tools, {
      path: `/v1/Account/${given.authId}`,
      ...basicAuth(given.authId, given.token),
    });
    const sendOne = (sms: OutgoingSms) =>
      client.request({ path: "/Message/", json: bodyOf(sms, given) }, (answer) => readReply(answer, sms, client));
    return {
      send: (batch) => Promise.all(batch.map(sendOne)),
      // "Cash credits": Plivo names no currency.
      credit: () => readCredit(client, "/", (json) => ({ amount: textAt(json, "cash_credits"), unit: "credits" })),
      receive: (call) => readPlivoCall(call, given.token, given.signature),
    };
  },
});

function bodyOf(sms: OutgoingSms, given: Settings): object {
  const from = sms.from ?? (given.powerpack === undefined ? given.from : undefined);
  return {
    ...(from === undefined ? { powerpack_uuid: given.powerpack } : { src: digitsOf(from) }),
    dst: digitsOf(sms.to),
    ...(sms.text === "" ? {} : { text: sms.text }),
    ...(sms.media.length > 0 ? { type: "mms", media_urls: sms.media } : { type: "sms" }),
    ...(sms.receiptUrl === undefined ? {} : { url: withRef(sms.receiptUrl, sms.ref), method: "POST" }),
    ...(sms.validFor === undefined ? {} : { message_expiry: sms.validFor }),
  };
}

function readReply({ json, status, ...answer }: Answer, sms: OutgoingSms, client: Client): Outcome {
  const wording = client.words(textAt(json, "error"), sms.text);
  if (status >= 200 && status < 300) {
    const id = uuidAt(json, "message_uuid", 0);
    if (id !== "") return { kind: "accepted", providerIds: [id], response: client.words(textAt(json, "message")) };
    return listAt(json, "invalid_number").length === 1
      ? { kind: "rejected", code: "invalid_number", reason: "Plivo reports the number as invalid" }
      : { kind: "unknown", reason: `answered ${status} without a message UUID` };
  }
  // Plivo's errors have no codes; its own ones carry the id of the call.
  const own = idAt(json, "api_id") === "" ? "" : `http_${status}`;
  return retryOwnFailure(verdict({}, "", wording, { status, ...answer }), own, status);
}

const states: States = {
  queued: null,
  sent: "sent",
  delivered: "delivered",
  read: "delivered",
  undelivered: "undelivered",
  failed: "failed",
  rejected: "failed",
};

/** The person said STOP to this sender: https://support.plivo.com/support/solutions/articles/17000089602 */
const OPTED_OUT = "200";

/** Reads a status callback or an incoming message. */
function readPlivoCall(call: ProviderCall, token: string, accepts: "any" | "v3"): ProviderEvents {
  if (!isSignedByPlivo(call, token, accepts)) return { forged: true };
  const fields = fieldsOf(call);
  const field = (name: string): string => fields.get(name) ?? "";
  const providerId = field("MessageUUID");
  const state = stateIn(states, field("Status"));
  if (state) {
    const code = field("ErrorCode") === "000" ? "" : fitCode(field("ErrorCode"));
    const receipts = [receiptOf(state, { providerId, ref: call.query["ref"], phone: field("To"), code })];
    const optOuts = code === OPTED_OUT ? [internationalOf(field("To"))] : [];
    return answered({ receipts, optOuts });
  }
  if (state === null) return answered({ understood: true });
  if (fields.has("Status") || field("From") === "" || !(fields.has("Text") || fields.has("Media0")))
    return answered({});
  const media = Array.from({ length: 10 }, (_, index) => field(`Media${index}`)).filter(Boolean);
  return answered({
    inbound: [inboundOf({ providerId, from: senderOf(field("From")), to: field("To"), text: field("Text"), media })],
  });
}

/** Plivo expects XML from a message URL, and would send a message in it as a reply. */
const answered = (found: Parameters<typeof events>[0]): ProviderEvents =>
  events(found, { body: "<Response/>", contentType: "text/xml" });
