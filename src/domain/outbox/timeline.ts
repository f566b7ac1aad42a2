import { uuidTime, withPrefix, type Uuid } from "#lib/ids";

import { movedFrom } from "./move-log.ts";
import type { EntryEvent, EntryFacts, EntryWebhook } from "./entry-store.ts";
import type { QueueWait } from "./queue-wait.ts";

export const timelineTypes = [
  "accepted",
  "resend",
  "suppressed",
  "held",
  "paused",
  "resumed",
  "rate_changed",
  "message_canceled",
  "message_expired",
  "routed",
  "deferred",
  "waiting",
  "sent",
  "delivered",
  "undelivered",
  "failed",
  "expired",
  "canceled",
  "unknown",
  "webhook",
  "resent",
] as const;
export type TimelineType = (typeof timelineTypes)[number];

/** One step of a delivery. Absent fields are unknown or do not apply. */
export type TimelineStep = {
  /** null: the instant was not recorded. */
  readonly at: Date | null;
  readonly type: TimelineType;
  /** One plain sentence. */
  readonly text: string;
  readonly by?: string;
  readonly gateway?: string;
  readonly attempt?: number;
  /** The gateway's or the provider's own words and code. */
  readonly response?: string;
  readonly code?: string;
  readonly providerIds?: readonly string[];
  /** The rules of the route that this number and category match, as configured now. */
  readonly rules?: readonly string[];
  readonly until?: Date;
  /** The other message of a resend, and the number of its entry. */
  readonly other?: { readonly messageId: Uuid; readonly id: number };
  readonly webhook?: EntryWebhook;
};

/**
 * @param rules of the configured route that apply to the entry
 * @param wait why it does not leave, if it is queued
 */
export function timelineOf(
  facts: EntryFacts,
  rules: readonly string[],
  wait: QueueWait | null,
): readonly TimelineStep[] {
  const { entry, events, webhooks } = facts;
  const hidden = entry.category === "otp";
  const reported = events.flatMap((event) => stepOf(event, hidden) ?? []);
  const has = (...types: TimelineType[]): boolean => reported.some(({ type }) => types.includes(type));
  const steps: TimelineStep[] = [accepted(facts), ...reported, ...webhooks.map(webhookStep)];
  if (facts.markedAt && entry.gateway !== null) {
    const text =
      facts.attempt > 1 ? `Attempt ${facts.attempt} was given to ${entry.gateway}.` : `Given to ${entry.gateway}.`;
    steps.push({
      at: facts.markedAt,
      type: "routed",
      text,
      gateway: entry.gateway,
      ...(rules.length > 0 && { rules }),
    });
  }
  // Events of a message to many are kept as long as the log, but months are dropped one by one.
  if (entry.sentAt && !has("sent")) {
    steps.push({ at: entry.sentAt, type: "sent", text: "Accepted by the gateway.", ...answer(entry.response, hidden) });
  }
  if (entry.deliveredAt && !has("delivered")) {
    steps.push({ at: entry.deliveredAt, type: "delivered", text: "The phone received it." });
  }
  const last = ended(facts, wait);
  if (last && !has(last.type)) steps.push(last);
  return inOrder(steps, facts.providerIds);
}

function accepted({ entry, createdBy, createdByName, scheduleId, byAudience }: EntryFacts): TimelineStep {
  const elsewhere = movedFrom(createdBy);
  if (elsewhere !== null) {
    const text = `Moved here from the log of ${elsewhere}, which sent it. This service did not.`;
    return { at: new Date(uuidTime(entry.messageId)), type: "accepted", text, by: createdBy };
  }
  const who = createdByName ?? createdBy;
  const text = scheduleId
    ? `Accepted as a run of the schedule ${withPrefix("sch", scheduleId)}, which ${who} created.`
    : byAudience
      ? `Accepted from ${who}; the recipients were looked up afterwards.`
      : `Accepted from ${who}.`;
  return { at: new Date(uuidTime(entry.messageId)), type: "accepted", text, by: createdBy };
}

/** Where it is now, unless an event says so. */
function ended({ entry, retryAt, finishedAt, attempt }: EntryFacts, wait: QueueWait | null): TimelineStep | null {
  switch (entry.state) {
    case "held":
      return {
        at: entry.heldAt,
        type: "held",
        text: `Held back: ${(entry.heldFor ?? "").replaceAll("_", " ")}.`,
        ...(entry.heldUntil && { until: entry.heldUntil }),
        ...(entry.heldFor && { code: entry.heldFor }),
      };
    case "queued":
      if (wait) return { at: null, type: "waiting", ...wait };
      return retryAt
        ? {
            at: null,
            type: "waiting",
            text: `Waits for attempt ${attempt + 1}.`,
            until: retryAt,
            ...answer(entry.response, entry.category === "otp"),
          }
        : null;
    // The opt-out was there before the message, or the event is no longer kept.
    case "suppressed":
      return { at: null, type: "suppressed", text: notSent(entry.failure), ...code(entry.failure) };
    case "expired":
    case "canceled":
      return { at: finishedAt, type: entry.state, text: `Not sent: it ${WHY[entry.state]}.`, ...code(entry.failure) };
    case "failed":
    case "undelivered":
      return { at: null, type: entry.state, text: ENDED[entry.state], ...code(entry.failure) };
    default:
      return null;
  }
}

const WHY = { expired: "expired", canceled: "was canceled" } as const;
/** By failure; any other is an opt-out. */
const NOT_SENT: Readonly<Record<string, string>> = {
  frequency_cap: "Not sent: the frequency cap was reached.",
  missing_value: "Not sent: the person had no value for a variable of the text.",
};
const notSent = (failure: string | null): string => NOT_SENT[failure ?? ""] ?? "Not sent: the number is suppressed.";
const ENDED = {
  failed: "The gateway refused it.",
  undelivered: "The provider reports that it will not arrive.",
} as const;

function stepOf(event: EntryEvent, hidden: boolean): TimelineStep | null {
  const { at, kind, data } = event;
  const by = textOf(data["by"]);
  const gateway = textOf(data["gateway"]);
  const common = { at, ...(by && { by }), ...(gateway && { gateway }), ...answer(textOf(data["response"]), hidden) };
  const error = code(textOf(data["error"]));
  switch (kind) {
    case "message.paused":
    case "message.resumed":
      return {
        ...common,
        type: kind === "message.paused" ? "paused" : "resumed",
        text: `The message was ${kind.slice(8)}.`,
      };
    case "message.rate_changed":
      return { ...common, type: "rate_changed", text: "The rate of the message was changed." };
    case "message.canceled":
      return { ...common, type: "message_canceled", text: "The message was canceled." };
    case "message.expired":
      return { ...common, type: "message_expired", text: "The message expired." };
    case "message.deferred": {
      const until = new Date(at.getTime() + Number(data["retry_ms"] ?? 0));
      if (data["attempt"] == null) {
        return { ...common, type: "deferred", text: "The gateway has not accepted it yet, and is tried again.", until };
      }
      const attempt = Number(data["attempt"]);
      return {
        ...common,
        type: "deferred",
        text: `Attempt ${attempt} failed and is retried.`,
        attempt,
        until,
      };
    }
    case "message.sent":
      return { ...common, type: "sent", text: "Accepted by the gateway." };
    case "message.delivered":
      return { ...common, ...error, type: "delivered", text: "The phone received it." };
    case "message.unknown":
      return {
        ...common,
        ...(error.code ? error : code(textOf(data["reason"]))),
        type: "unknown",
        text: "Whether the gateway accepted it is not known.",
      };
    case "message.failed":
      return { ...common, ...error, ...failedStep(textOf(data["state"]), textOf(data["error"])) };
    case "outbox.resent":
      return {
        ...common,
        type: "resent",
        text: "Resent as a message of its own.",
        ...other(data["as"], data["entry"]),
      };
    case "outbox.resend":
      return { ...common, type: "resend", text: "Resends an earlier message.", ...other(data["of"], data["entry"]) };
    default:
      return null;
  }
}

function failedStep(state: string | null, failure: string | null): Pick<TimelineStep, "type" | "text"> {
  switch (state) {
    case "undelivered":
      return { type: state, text: ENDED.undelivered };
    case "expired":
    case "canceled":
      return { type: state, text: `Not sent: it ${WHY[state]}.` };
    case "suppressed":
      return { type: state, text: notSent(failure) };
    default:
      return { type: "failed", text: ENDED.failed };
  }
}

function webhookStep(webhook: EntryWebhook): TimelineStep {
  const text = {
    pending: `${webhook.kind} waits to be sent to a webhook.`,
    delivered: `${webhook.kind} was sent to a webhook.`,
    failed: `${webhook.kind} could not be sent to a webhook.`,
  }[webhook.state];
  return { at: webhook.deliveredAt ?? webhook.createdAt, type: "webhook", text, webhook };
}

/** By time; at the same instant, or without one, in the order of the types, which is that of a delivery's life. */
function inOrder(steps: readonly TimelineStep[], providerIds: readonly string[]): readonly TimelineStep[] {
  const timeOf = ({ at }: TimelineStep): number => at?.getTime() ?? Infinity;
  const rank = ({ type }: TimelineStep): number => timelineTypes.indexOf(type);
  return steps
    .map((step) => (step.type === "sent" && providerIds.length > 0 ? { ...step, providerIds } : step))
    .toSorted((a, b) => (timeOf(a) === timeOf(b) ? rank(a) - rank(b) : timeOf(a) - timeOf(b)));
}

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const code = (text: string | null): { code?: string } => (text === null ? {} : { code: text });
/** Some providers echo the text that they accepted. */
const answer = (text: string | null, hidden: boolean): { response?: string } =>
  text === null || hidden ? {} : { response: text };
const other = (messageId: unknown, id: unknown): Pick<TimelineStep, "other"> =>
  typeof messageId === "string" ? { other: { messageId: messageId as Uuid, id: Number(id) } } : {};
