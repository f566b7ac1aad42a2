import { z } from "zod";

import type { Inbound, Outcome, OutgoingSms, ProviderCall, ProviderEvents, Receipt } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { sendAlike, type Alike } from "../shared/identical-messages.ts";
import { errorOf, inboundOf, events, receiptOf, stateIn, type States } from "../shared/calls.ts";
import { channelOf } from "../shared/channel.ts";
import { openClient, type Answer, type Client } from "../shared/client.ts";
import { sendHalved } from "../shared/halved-batches.ts";
import { codeAt, idAt, listAt, parseJson, textAt } from "../shared/json.ts";
import { internationalOf, senderOf } from "../shared/numbers.ts";
import { vendorSettings } from "../shared/settings.ts";
import { codes, retryOwnFailure, verdict } from "../shared/verdict.ts";
import { withRef } from "../shared/with-ref.ts";
import { isSignedBySinch } from "../signatures/sinch.ts";

const settings = z.object({
  plan: z
    .string()
    .regex(/^\w{1,60}$/, "must be a service plan id")
    .meta({ label: "Service plan id" }),
  token: z.string().min(1).meta({ label: "API token", secret: true }),
  ...vendorSettings(""),
  host: z.string().optional().meta({ label: "Host", help: "Absent: the region's." }),
  region: z.enum(["us", "eu", "au", "br", "ca"]).default("us").meta({ label: "Region", help: "Of the service plan." }),
  signatureSecret: z.string().min(1).optional().meta({
    label: "Signature secret",
    secret: true,
    help: "Unsigned callbacks are then refused. Absent: only the token in our address authenticates calls.",
  }),
});

type Settings = z.infer<typeof settings>;

export const sinch = defineGateway({
  id: "sinch",
  label: "Sinch",
  about: "The SMS API with its batches: one request carries a message to up to a thousand people, and has one id.",
  notes: [
    "## At Sinch",
    "",
    "Take service plan id and API token from the dashboard's SMS page, and the plan's region for `region=`. Receipts arrive",
    "without configuration. For incoming messages set the plan's callback URL to the gateway's receipt address,",
    "{receipts}. An account manager at Sinch can enable signed callbacks; then set",
    "their secret as `signature_secret=`.",
  ].join("\n"),
  settings,
  dsn: { username: "plan", password: "token" },
  example: "sinch://SERVICE_PLAN_ID:API_TOKEN@default?region=eu&from=ACME",
  can: { flash: true, media: true, maxMedia: 1, receipts: true, deduplicates: false },
  traits: {
    recipientsPerCall: 1_000,
    ids: "call",
    reference: "field",
    numbers: "+digits",
    unicode: "automatic",
    validity: [1, 259_200],
    credit: null,
    senders: ["number", "short code", "alphanumeric"],
    signature: "HMAC-SHA256",
    unconfirmed: [
      "That calls to an address given with a batch are signed with the same secret as the plan's own callbacks.",
      "The fields of an incoming MMS (`body.message`, `body.media[].url`).",
    ],
  },
  open(given, tools) {
    const client = openClient({ ...given, host: given.host ?? `${given.region}.sms.api.sinch.com` }, tools, {
      path: `/xms/v1/${given.plan}`,
      headers: { authorization: `Bearer ${given.token}` },
      secrets: [given.token, given.signatureSecret],
    });
    const sendSet = ({ sms, all, receiptUrl }: Alike) =>
      sendHalved(
        all,
        (some) => {
          const json = bodyOf({ sms, all: some, receiptUrl }, given, tools.clock.now());
          return client.request({ path: "/batches", json }, (answer) => readReply(answer, sms, client));
        },
        concernsAll,
      );
    return {
      send: (batch) => sendAlike(batch, sendSet),
      receive: (call) => readSinchCall(call, given.signatureSecret, tools.clock.now()),
    };
  },
});

// Codes of the vendor's own description, for which a batch is refused.
const table = { never: codes("syntax_invalid_parameter_format", "missing_callback_url") };

function bodyOf({ sms, all, receiptUrl }: Alike, given: Settings, now: number): object {
  const from = sms.from ?? given.from;
  const [url] = sms.media;
  // Reports name the batch and the number; our reference belongs to one person and is not sent for several.
  const [only, ...others] = all;
  const ref = others.length === 0 ? only?.ref : undefined;
  const callback = receiptUrl !== undefined && ref !== undefined ? withRef(receiptUrl, ref) : receiptUrl;
  return {
    ...(from === undefined ? {} : { from }),
    to: all.map(({ to }) => to),
    ...(url === undefined
      ? { type: "mt_text", body: sms.text }
      : { type: "mt_media", body: { url, ...(sms.text === "" ? {} : { message: sms.text }) } }),
    // Sinch refuses to report without an address.
    ...(callback === undefined
      ? { delivery_report: "none" }
      : { delivery_report: "per_recipient", callback_url: callback }),
    ...(ref === undefined ? {} : { client_reference: ref }),
    ...(sms.validFor === undefined ? {} : { expire_at: new Date(now + sms.validFor * 1_000).toISOString() }),
    ...(sms.flash ? { flash_message: true } : {}),
  };
}

function readReply(answer: Answer, sms: OutgoingSms, client: Client): Outcome {
  const { json, status } = answer;
  if (status >= 200 && status < 300) {
    const id = idAt(json, "id");
    return id === ""
      ? { kind: "unknown", reason: `answered ${status} without a batch id` }
      : { kind: "accepted", providerIds: [id] };
  }
  const code = codeAt(json, "code");
  const wording = client.words(textAt(json, "text"), sms.text);
  // The same for every message that does not choose its sender.
  if (status === 400 && /parameter '?from\b/i.test(wording))
    return verdict({ sender: codes(code) }, code, wording, answer, sms);
  const known = verdict(table, code, wording, answer);
  // 403 with a code of Sinch's own is about the batch's content; a bare one is about the account.
  if (status === 403 && known.kind === "stop" && code !== "") return { ...known, kind: "rejected" };
  return retryOwnFailure(known, code, status);
}

/** One bad number fails a whole batch; so does any other parameter, and then no half of it would pass. */
const concernsAll = (code: string, reason: string): boolean =>
  code === "missing_callback_url" || /parameter '(?!to\b)\w/.test(reason);

const states: States = {
  Queued: null,
  Dispatched: "sent",
  Delivered: "delivered",
  Failed: "undelivered",
  Expired: "undelivered",
  Unknown: "undelivered",
  Aborted: "failed",
  Rejected: "failed",
  Deleted: "failed",
  Cancelled: "failed",
};

/**
 * Reads a delivery report or an incoming message. @param secret absent: calls are not signed. @param now milliseconds
 */
function readSinchCall(call: ProviderCall, secret: string | undefined, now: number): ProviderEvents {
  if (secret !== undefined && !isSignedBySinch(call, secret, now)) return { forged: true };
  const json = parseJson(call.body);
  const type = textAt(json, "type");
  if (/^recipient_delivery_report_(sms|mms)$/.test(type)) {
    const ref = call.query["ref"] ?? textAt(json, "client_reference");
    const receipts = readStatus(json, textAt(json, "batch_id"), [textAt(json, "recipient")], { ref, type });
    return events({ receipts, understood: isNothingNew(json) });
  }
  if (/^delivery_report_(sms|mms)$/.test(type)) {
    const batch = textAt(json, "batch_id");
    const receipts = listAt(json, "statuses").flatMap((each) =>
      readStatus(
        each,
        batch,
        listAt(each, "recipients").map((phone) => textAt(phone)),
        { ref: "", type },
      ),
    );
    return events({ receipts, understood: listAt(json, "statuses").some(isNothingNew) });
  }
  return events({ inbound: type === "mo_text" || type === "mo_media" ? readText(json) : [] });
}

const isNothingNew = (status: unknown): boolean => stateIn(states, textAt(status, "status")) === null;

/** A batch has one id: without a number a report could be about anyone. */
function readStatus(
  status: unknown,
  providerId: string,
  phones: readonly string[],
  { ref, type }: { readonly ref: string; readonly type: string },
): Receipt[] {
  const state = stateIn(states, textAt(status, "status"));
  if (!state) return [];
  // 0 is "delivered" and 401 "dispatched": not errors.
  const issue = errorOf(state, codeAt(status, "code"), "");
  const channel = channelOf(type.slice(type.lastIndexOf("_") + 1));
  return phones
    .map(internationalOf)
    .filter(Boolean)
    .map((phone) => receiptOf(state, { providerId, ref, phone, channel, ...issue }));
}

function readText(json: unknown): Inbound[] {
  const from = senderOf(textAt(json, "from"));
  const text = textAt(json, "body") || textAt(json, "body", "message");
  const media = listAt(json, "body", "media").map((each) => textAt(each, "url"));
  if (from === "") return [];
  const providerId = textAt(json, "id");
  return [
    inboundOf({
      providerId,
      from,
      to: textAt(json, "to"),
      text,
      media: media.filter(Boolean),
      at: textAt(json, "received_at"),
    }),
  ];
}
