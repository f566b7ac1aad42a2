import { z } from "zod";

import type { GatewayDeps, Outcome, OutgoingSms, ProviderCall, ProviderEvents } from "#domain/gateways/gateway";
import { percentDecoded } from "#lib/percent-decoded";

import { defineGateway, list } from "../define.ts";
import { errorOf, inboundOf, events, nothingNew, receiptOf, stateIn, type States } from "../shared/calls.ts";
import { openClient, type Answer, type Client } from "../shared/client.ts";
import { isFresh } from "../shared/signed-time.ts";
import { at, parseJson, textAt } from "../shared/json.ts";
import { vendorSettings } from "../shared/settings.ts";
import { codes, verdict } from "../shared/verdict.ts";
import { exchange } from "../shared/wire.ts";
import { signAwsRequest } from "../signatures/aws-request.ts";
import { certificateAddress, isSignedBySns, snsAddress } from "../signatures/sns.ts";

const settings = z.object({
  accessKey: z
    .string()
    .regex(/^\w{4,128}$/, "must be an access key id (AKIA…)")
    .meta({ label: "Access key id" }),
  secretKey: z.string().min(1).meta({
    label: "Secret access key",
    secret: true,
    help: "Of a user that is allowed `sms-voice:SendTextMessage` and `sms-voice:SendMediaMessage`, and nothing else.",
  }),
  ...vendorSettings(""),
  host: z.string().optional().meta({ label: "Host", help: "`default`: the region's own." }),
  from: z.string().min(1).max(256).optional().meta({
    label: "Origination identity",
    help: "Number, sender id, pool, or the id or ARN of one. Absent: AWS picks one. Messages with media need it.",
  }),
  region: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+){1,3}-\d{1,2}$/, "must be a region such as eu-west-1")
    .meta({ label: "Region" }),
  configurationSet: z
    .string()
    .regex(/^[\w:/-]{1,256}$/, "must be the name or ARN of a configuration set")
    .optional()
    .meta({ label: "Configuration set", help: "Its event destination sends the receipts." }),
  messageType: z.enum(["TRANSACTIONAL", "PROMOTIONAL"]).default("TRANSACTIONAL").meta({ label: "Message type" }),
  topics: list().optional().meta({
    label: "SNS topics",
    help: "By ARN. Calls of other topics are refused. Absent: any topic that knows our address.",
  }),
});

type Settings = z.infer<typeof settings>;

/** What an operator configures at AWS. */
const notes = `## At AWS

1. Make a configuration set and give it an event destination of the kind Amazon SNS; name the set in \`configuration_set\`.
   For replies, let the number's two-way channel publish to a topic, too.
2. Subscribe the gateway's receipt address, {receipts}, to the topic by HTTPS. Leave "raw
   message delivery" off: raw calls carry no signature. The gateway confirms the subscription.
3. Name the topics in \`topics\`: anyone can create a topic, and SNS signs the calls of all topics.

Without \`configuration_set\` AWS publishes no events, and messages stay \`sent\`. Media must be in Amazon S3; the https address of an
object is converted to the \`s3://\` address that AWS requires.`;

export const aws = defineGateway({
  id: "aws",
  label: "AWS End User Messaging",
  about:
    "SMS and MMS through the API `pinpoint-sms-voice-v2`. One request per message; receipts and replies come through Amazon SNS.",
  notes,
  settings,
  dsn: { username: "accessKey", password: "secretKey" },
  example: "aws://ACCESS_KEY_ID:SECRET_ACCESS_KEY@default?region=eu-west-1&configuration_set=SET&from=%2B15005550006",
  can: { flash: false, media: true, maxMedia: 1, receipts: true, deduplicates: false },
  traits: {
    recipientsPerCall: 1,
    ids: "recipient",
    reference: "field",
    numbers: "+digits",
    unicode: "automatic",
    validity: [5, 259_200],
    credit: null,
    senders: ["number", "short code", "alphanumeric", "pool"],
    signature: "RSA of Amazon SNS, SHA-1 or SHA-256",
    unconfirmed: [
      "The shortest `TimeToLive` (5 seconds) and how many media files one message may have (we allow one).",
      "The reasons of RCS failures: none of them settles a delivery, because it may still be sent by SMS.",
    ],
  },
  open(given, tools) {
    const host = given.host ?? `sms-voice.${given.region}.amazonaws.com`;
    const client = openClient({ ...given, host }, tools, { headers: {}, secrets: [given.secretKey] });
    const sendOne = async (sms: OutgoingSms): Promise<Outcome> => {
      const media = sms.media.map(s3Address);
      if (media.includes(undefined))
        return { kind: "rejected", code: "media_not_in_s3", reason: "AWS accepts media from Amazon S3 only" };
      if (media.length > 0 && (sms.from ?? given.from) === undefined)
        return { kind: "rejected", code: "sender_missing", reason: "AWS requires a sender for a message with media" };
      const [operation, part] =
        media.length > 0
          ? ["SendMediaMessage", { MediaUrls: media }]
          : ["SendTextMessage", { MessageType: given.messageType }];
      const text = JSON.stringify({ ...bodyOf(sms, given), ...part });
      const type = "application/x-amz-json-1.0";
      const headers = { "x-amz-target": `PinpointSMSVoiceV2.${operation}` };
      const request = { method: "POST", host, headers: { ...headers, "content-type": type }, body: text };
      const signed = signAwsRequest(request, { ...given, service: "sms-voice" }, tools.clock.now());
      return client.request({ path: "/", body: { type, text }, headers: { ...headers, ...signed } }, (answer) =>
        readReply(answer, sms, client),
      );
    };
    return {
      send: (batch) => Promise.all(batch.map(sendOne)),
      receive: awsCalls(given, tools, client),
    };
  },
});

function bodyOf(sms: OutgoingSms, given: Settings) {
  const from = sms.from ?? given.from;
  return {
    DestinationPhoneNumber: sms.to,
    ...(from !== undefined && { OriginationIdentity: from }),
    ...(sms.text !== "" && { MessageBody: sms.text }),
    ...(given.configurationSet !== undefined && { ConfigurationSetName: given.configurationSet }),
    ...(sms.validFor !== undefined && { TimeToLive: sms.validFor }),
    Context: { ref: sms.ref },
  };
}

const VIRTUAL = /^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\.s3[.-][a-z0-9-]+\.amazonaws\.com$/;
const BY_PATH = /^s3[.-][a-z0-9-]+\.amazonaws\.com$/;

/** `s3://bucket/key` for the https address of an object in S3, all that AWS accepts; undefined for other addresses. */
export function s3Address(address: string): string | undefined {
  const url = URL.parse(address);
  if (url?.protocol !== "https:") return undefined;
  const path = percentDecoded(url.pathname.slice(1)) ?? "";
  if (BY_PATH.test(url.hostname)) return /^[^/]+\/./.test(path) ? `s3://${path}` : undefined;
  const bucket = VIRTUAL.exec(url.hostname)?.[1];
  return bucket === undefined || path === "" ? undefined : `s3://${bucket}/${path}`;
}

// Reasons of an exception come before the exceptions themselves. What is in neither is judged by the HTTP status.
const reasons = {
  optedOut: codes("DESTINATION_PHONE_NUMBER_OPTED_OUT"),
  never: codes("DESTINATION_PHONE_NUMBER_NOT_VERIFIED", "DESTINATION_COUNTRY_BLOCKED_BY_PROTECT_CONFIGURATION"),
  // If a country accepts no sender ids, or not this one, only messages to that country are affected: see the exception.
  sender: codes("NO_ORIGINATION_IDENTITIES_FOUND", "INVALID_ARN", "RESOURCE_NOT_ACCESSIBLE", "MESSAGE_TYPE_MISMATCH"),
  stop: codes("MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT", "MONTHLY_SPEND_LIMIT_REACHED_FOR_MEDIA"),
};
const exceptions = {
  never: codes("ValidationException"),
  throttled: codes("ThrottlingException"),
  later: codes("InternalServerException"),
  sender: codes("ResourceNotFoundException"),
  stop: codes(
    "AccessDeniedException",
    "ServiceQuotaExceededException",
    // AWS's "Common error types", for every service.
    "ExpiredTokenException",
    "IncompleteSignature",
    "InvalidSignatureException",
    "MissingAuthenticationToken",
    "NotAuthorized",
    "OptInRequired",
    "RequestExpired",
    "UnrecognizedClientException",
  ),
};

const FILE = codes("AccessDeniedException", "ResourceNotFoundException");

/** What an API response means for the one message it was asked to send. */
function readReply(answer: Answer, sms: OutgoingSms, client: Client): Outcome {
  const { json, status } = answer;
  if (status >= 200 && status < 300) {
    const id = textAt(json, "MessageId");
    if (/^[\w-]{16,100}$/.test(id)) return { kind: "accepted", providerIds: [id] };
    return { kind: "unknown", reason: `answered ${status} without a message id` };
  }
  const wording = client.words(textAt(json, "Message") || textAt(json, "message"), sms.text);
  const reason = textAt(json, "Reason");
  if (Object.values(reasons).some((known) => known.has(reason))) return verdict(reasons, reason, wording, answer, sms);
  // `com.amazonaws…#ThrottlingException` in some responses.
  const type = /\w{1,80}$/.exec(textAt(json, "__type"))?.[0] ?? "";
  const known = verdict(exceptions, type, wording, answer, sms);
  // With media it may be about a file that AWS may not read, or does not find: that affects this message alone.
  const ofTheFile = sms.media.length > 0 && FILE.has(type) && !reason.startsWith("ACCOUNT_");
  return known.kind === "stop" && ofTheFile ? { ...known, kind: "rejected" } : known;
}

/** Seconds that a call may be old: SNS retries for at most an hour, with the original timestamp. */
const LASTING = 3_900;
/** Cached certificates; AWS has one for each region and changes it about once a year. */
const KEPT = 8;
/** SNS retries after a 5xx, and never after a 4xx. */
const COME_AGAIN = { status: 503 };

const CHANNELS = { TEXT: "sms", MEDIA: "mms", RCS: "rcs" } as const;

// The suffix after TEXT_, MEDIA_ or RCS_ in the type of an event.
const states: States = {
  PENDING: null,
  QUEUED: null,
  SENT: "sent",
  SUCCESSFUL: "sent",
  DELIVERED: "delivered",
  READ: "delivered",
  UNREACHABLE: "undelivered",
  CARRIER_UNREACHABLE: "undelivered",
  TTL_EXPIRED: "undelivered",
  UNKNOWN: "undelivered",
  BLOCKED: "failed",
  CARRIER_BLOCKED: "failed",
  INVALID: "failed",
  INVALID_MESSAGE: "failed",
  SPAM: "failed",
  PROTECT_BLOCKED: "failed",
  FAILED: "failed",
  FILE_INACCESSIBLE: "failed",
  FILE_TYPE_UNSUPPORTED: "failed",
  FILE_SIZE_EXCEEDED: "failed",
};

/** For RCS only successes: after a failure the same message may still be sent by SMS, which further events report. */
const RCS_STATES: States = {
  ...Object.fromEntries(Object.keys(states).map((word) => [word, null])),
  SENT: "sent",
  SUCCESSFUL: "sent",
  DELIVERED: "delivered",
  READ: "delivered",
};

/** Reads what Amazon SNS sends: receipts, incoming messages, and requests to confirm a topic's subscription. */
function awsCalls(given: Settings, tools: GatewayDeps, client: Client) {
  const certificates = new Map<string, string>();

  const page = async (url: string): Promise<string | undefined> => {
    const timeoutMs = given.timeout * 1_000;
    const answer = await exchange(tools.fetch, { method: "GET", url, headers: {}, timeoutMs });
    return answer.kind === "answer" && answer.status === 200 ? (answer.body ?? undefined) : undefined;
  };

  return async (call: ProviderCall): Promise<ProviderEvents> => {
    const envelope = parseJson(call.body);
    const now = tools.clock.now();
    const seconds = Math.floor(Date.parse(textAt(envelope, "Timestamp")) / 1_000);
    const address = certificateAddress(textAt(envelope, "SigningCertURL"));
    if (address === undefined || !isFresh(String(seconds), now, LASTING)) return { forged: true };
    if (given.topics && !given.topics.includes(textAt(envelope, "TopicArn"))) return { forged: true };
    const certificate = certificates.get(address) ?? (await page(address));
    if (certificate === undefined) return nothingNew(COME_AGAIN);
    if (!isSignedBySns(envelope, certificate, now)) return { forged: true };
    // Only now: forged calls could fill the cache.
    if (certificates.size < KEPT) certificates.set(address, certificate);

    if (textAt(envelope, "Type") === "SubscriptionConfirmation") {
      const confirm = snsAddress(textAt(envelope, "SubscribeURL"));
      if (confirm === undefined) return events({});
      return nothingNew((await page(confirm)) === undefined ? COME_AGAIN : {});
    }
    if (textAt(envelope, "Type") === "UnsubscribeConfirmation") return nothingNew();
    return textAt(envelope, "Type") === "Notification"
      ? readEvent(parseJson(textAt(envelope, "Message")), textAt(envelope, "Timestamp"), client)
      : events({});
  };
}

/** @param published when, as SNS writes it, which repeats a call for an hour and longer */
function readEvent(event: unknown, published: string, client: Client): ProviderEvents {
  const [, kind, word = ""] = /^(TEXT|MEDIA|RCS)_(\w+)$/.exec(textAt(event, "eventType")) ?? [];
  // Events about RCS name the agent, whatever their type; those about SMS and MMS never do.
  // https://docs.aws.amazon.com/sms-voice/latest/userguide/rcs-events.html
  const channel = textAt(event, "rcsBusinessId") === "" ? CHANNELS[kind as keyof typeof CHANNELS] : "rcs";
  const state = stateIn(channel === "rcs" ? RCS_STATES : states, word);
  if (state) {
    const receipt = receiptOf(state, {
      providerId: textAt(event, "messageId"),
      ref: textAt(event, "context", "ref"),
      phone: textAt(event, "destinationPhoneNumber"),
      channel,
      ...errorOf(state, word, client.words(at(event, "messageStatusDescription"))),
    });
    return events({ receipts: [receipt] });
  }
  if (state === null) return nothingNew();
  const [from, to] = [textAt(event, "originationNumber"), textAt(event, "destinationNumber")];
  const text = at(event, "messageBody");
  if (from === "" || typeof text !== "string") return events({});
  const providerId = textAt(event, "inboundMessageId");
  return events({ inbound: [inboundOf({ providerId, from, to, text, at: published })] });
}
