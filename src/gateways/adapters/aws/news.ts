import type { GatewayTools, ProviderCall, ProviderNews, Receipt } from "#domain/ports/gateway";

import { certificateAddress, isSignedBySns, snsAddress } from "../../signatures/sns.ts";
import { faultOf, inboundOf, news, receiptOf, stateIn } from "../../vendor/calls.ts";
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

// What stands behind TEXT_ or MEDIA_ in the type of an event; those before `sent` tell nothing new.
const states: Readonly<Record<string, Receipt["state"]>> = {
  SENT: "sent",
  SUCCESSFUL: "sent",
  DELIVERED: "delivered",
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
};

/** Reads what Amazon SNS brings: receipts, incoming texts, and the question whether we want a topic's calls. */
export function awsCalls(given: AwsSettings, tools: GatewayTools, client: Client) {
  const certificates = new Map<string, string>();

  const page = async (url: string): Promise<string | undefined> => {
    const timeoutMs = given.timeout * 1_000;
    const answer = await exchange(tools.fetch, { method: "GET", url, headers: {}, timeoutMs });
    return answer.kind === "answer" && answer.status === 200 ? (answer.body ?? undefined) : undefined;
  };

  return async (call: ProviderCall): Promise<ProviderNews> => {
    const envelope = parseJson(call.body);
    const now = tools.clock.now();
    const seconds = Math.floor(Date.parse(textAt(envelope, "Timestamp")) / 1_000);
    const address = certificateAddress(textAt(envelope, "SigningCertURL"));
    if (address === undefined || !isFresh(String(seconds), now, LASTING)) return { forged: true };
    if (given.topics && !given.topics.includes(textAt(envelope, "TopicArn"))) return { forged: true };
    const certificate = certificates.get(address) ?? (await page(address));
    if (certificate === undefined) return news({}, COME_AGAIN);
    if (!isSignedBySns(envelope, certificate, now)) return { forged: true };
    // Only now: forged calls could fill all places.
    if (certificates.size < KEPT) certificates.set(address, certificate);

    if (textAt(envelope, "Type") === "SubscriptionConfirmation") {
      const confirm = snsAddress(textAt(envelope, "SubscribeURL"));
      return confirm === undefined || (await page(confirm)) !== undefined ? news({}) : news({}, COME_AGAIN);
    }
    return textAt(envelope, "Type") === "Notification"
      ? readEvent(parseJson(textAt(envelope, "Message")), client)
      : news({});
  };
}

function readEvent(event: unknown, client: Client): ProviderNews {
  const word = /^(?:TEXT|MEDIA)_(\w+)$/.exec(textAt(event, "eventType"))?.[1] ?? "";
  const state = stateIn(states, word);
  if (state) {
    const receipt = receiptOf(state, {
      providerId: textAt(event, "messageId"),
      ref: textAt(event, "context", "ref"),
      phone: textAt(event, "destinationPhoneNumber"),
      ...faultOf(state, word, client.words(at(event, "messageStatusDescription"))),
    });
    return news({ receipts: [receipt] });
  }
  const [from, to] = [textAt(event, "originationNumber"), textAt(event, "destinationNumber")];
  const text = at(event, "messageBody");
  if (from === "" || typeof text !== "string") return news({});
  return news({ inbound: [inboundOf({ providerId: textAt(event, "inboundMessageId"), from, to, text })] });
}
