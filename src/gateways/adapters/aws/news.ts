import type { GatewayTools, ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

import { certificateAddress, isSignedBySns, snsAddress } from "../../signatures/sns.ts";
import { faultOf, inboundOf, events, nothingNew, receiptOf, stateIn, type States } from "../../vendor/calls.ts";
import type { Client } from "../../vendor/client.ts";
import { isFresh } from "../../vendor/fresh.ts";
import { at, parseJson, textAt } from "../../vendor/json.ts";
import { exchange } from "../../vendor/wire.ts";
import type { AwsSettings } from "./settings.ts";

/** Seconds that a call may be old: SNS repeats one for at most an hour, under its first time. */
const LASTING = 3_900;
/** Certificates that are kept; AWS has one for each region and changes it about once a year. */
const KEPT = 8;
/** SNS comes again after a 5xx, and never after a 4xx. */
const COME_AGAIN = { status: 503 };

const CHANNELS = { TEXT: "sms", MEDIA: "mms", RCS: "rcs" } as const;

// What stands behind TEXT_, MEDIA_ or RCS_ in the type of an event.
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

/** Of RCS only what is good: behind a failure the same text may still go by SMS, of which further events tell. */
const RCS_STATES: States = {
  ...Object.fromEntries(Object.keys(states).map((word) => [word, null])),
  SENT: "sent",
  SUCCESSFUL: "sent",
  DELIVERED: "delivered",
  READ: "delivered",
};

/** Reads what Amazon SNS brings: receipts, incoming texts, and the question whether we want a topic's calls. */
export function awsCalls(given: AwsSettings, tools: GatewayTools, client: Client) {
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
    // Only now: forged calls could fill all places.
    if (certificates.size < KEPT) certificates.set(address, certificate);

    if (textAt(envelope, "Type") === "SubscriptionConfirmation") {
      const confirm = snsAddress(textAt(envelope, "SubscribeURL"));
      if (confirm === undefined) return events({});
      return nothingNew((await page(confirm)) === undefined ? COME_AGAIN : {});
    }
    if (textAt(envelope, "Type") === "UnsubscribeConfirmation") return nothingNew();
    return textAt(envelope, "Type") === "Notification"
      ? readEvent(parseJson(textAt(envelope, "Message")), client)
      : events({});
  };
}

function readEvent(event: unknown, client: Client): ProviderEvents {
  const [, kind, word = ""] = /^(TEXT|MEDIA|RCS)_(\w+)$/.exec(textAt(event, "eventType")) ?? [];
  // Events about RCS name the agent, whatever their type is called; those about SMS and MMS never do.
  // https://docs.aws.amazon.com/sms-voice/latest/userguide/rcs-events.html
  const channel = textAt(event, "rcsBusinessId") === "" ? CHANNELS[kind as keyof typeof CHANNELS] : "rcs";
  const state = stateIn(channel === "rcs" ? RCS_STATES : states, word);
  if (state) {
    const receipt = receiptOf(state, {
      providerId: textAt(event, "messageId"),
      ref: textAt(event, "context", "ref"),
      phone: textAt(event, "destinationPhoneNumber"),
      channel,
      ...faultOf(state, word, client.words(at(event, "messageStatusDescription"))),
    });
    return events({ receipts: [receipt] });
  }
  if (state === null) return nothingNew();
  const [from, to] = [textAt(event, "originationNumber"), textAt(event, "destinationNumber")];
  const text = at(event, "messageBody");
  if (from === "" || typeof text !== "string") return events({});
  return events({ inbound: [inboundOf({ providerId: textAt(event, "inboundMessageId"), from, to, text })] });
}
