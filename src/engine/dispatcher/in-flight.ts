import { withOwnText } from "#domain/messages/content";
import { missingAbility } from "#domain/messages/abilities";
import { afterTry } from "#domain/messages/outcome";
import { referenceOf } from "#domain/messages/reference";
import type { OutgoingSms, Outcome } from "#domain/gateways/gateway";
import type { Claim, DeliveryKey, Marked, QueuedMessage, Settlement } from "#domain/deliveries/queue";
import { HELD_BACK } from "#lib/last-check";
import { minute, second } from "#lib/time";

import type { DispatcherDeps, NamedGateway } from "./options.ts";

/** A chunk being worked through. */
export type LeasedChunk = {
  claim: Claim;
  /** The deliveries marked under this claim; those that leave at a rate of their own get a separate chunk. */
  readonly keys: readonly DeliveryKey[];
  /** The first key not yet passed to a mark. */
  next: number;
  /** Passed to a mark and not settled. */
  open: number;
  /** When its lease ends as far as this node knows, never later than in the database. */
  until: number;
  /** Every key so far was marked, and the node received the answer. */
  clean: boolean;
  /** Leaves at the rate of its message. */
  rated: boolean;
  /**
   * What becomes of the chunk once nothing in it is open. `lost`: it belongs to another owner by now; `over`: it has
   * ended.
   */
  end: "finish" | "release" | "lost" | "over";
};

/** A delivery between mark and settle. */
export type InFlightDelivery = {
  readonly leased: LeasedChunk;
  readonly marked: Marked;
  readonly message: QueuedMessage;
  /** When all its gates were last checked, by {@link DispatcherDeps.awake}; -Infinity if it may no longer leave. */
  cleared: number;
};

/** How long a gateway with account trouble is paused. */
export const PAUSE_MS = minute;
/** While other gateways could take a delivery, its first retries follow each other quickly. */
const QUICK_RETRY_MS = second;
const QUICK_RETRIES = 3;
/** The outcome of a delivery that was on the wire when the service stopped. */
export const UNANSWERED: Outcome = { kind: "unknown", reason: "The service stopped before the gateway answered." };
/** The outcome of a delivery that was in doubt for longer than its gateway merges repeats. */
const TOO_LATE: Outcome = {
  kind: "unknown",
  reason: "The gateway may have accepted it and would no longer recognize a repeat.",
};
/**
 * Retry interval of a delivery whose gateway lacks an ability. After `MAX_ATTEMPTS`, more than an hour, the delivery
 * has failed.
 */
const LACKING_MS = 5 * minute;
const LACKING = "gateway_cannot";
/** The outcome of a delivery that was ready when its gateway was paused. */
export const PAUSED: Outcome = { kind: "stop", code: "gateway_paused", reason: "The gateway was paused." };

/** A delivery in the form that its gateway expects. */
export function smsOf({ marked, message }: InFlightDelivery, { via, clock, receiptUrl }: DispatcherDeps): OutgoingSms {
  const ref = referenceOf(marked);
  const { sender, personal: _template, variants: _variants, ...content } = message.content;
  const url = via.abilities.receipts ? receiptUrl(via.name, ref) : undefined;
  return {
    ...content,
    ref,
    to: marked.phone,
    validFor: Math.max(1, Math.round((message.validUntil - clock.now()) / second)),
    ...(sender !== null && { from: sender }),
    ...(url !== undefined && { receiptUrl: url }),
  };
}

/** How long after a change of the account other nodes may still have used the previous one. */
const FOLLOWED_MS = minute;

/**
 * Whether its gateway may have accepted a message so long ago that it would treat a repeat as a new one, or has since
 * been configured not to merge repeats, or for an account that has never seen the message.
 */
function isTooLate({ marked }: InFlightDelivery, { via, clock, repeatable, bound }: DispatcherDeps): boolean {
  const { doubtSince } = marked;
  if (doubtSince === undefined) return false;
  if (!bound?.().includes(via.name)) return !repeatable().includes(via.name);
  if (doubtSince < (via.accountSince ?? -Infinity) + FOLLOWED_MS) return true;
  return clock.now() - doubtSince >= (via.abilities.deduplicatesFor ?? Infinity) * second;
}

/**
 * The outcome of a delivery that must not be sent by this gateway; null: it may. Since the message was accepted, the
 * gateway may have lost an ability or been replaced by another one, which would silently drop a picture.
 */
export function outcomeWithoutSending(delivery: InFlightDelivery, options: DispatcherDeps): Outcome | null {
  if (isTooLate(delivery, options)) return TOO_LATE;
  const lack = missingAbility(delivery.message.content, options.via.abilities);
  if (!lack) return null;
  const reason = `It was not sent: ${options.via.name} ${lack.words}.`;
  return { kind: "later", code: LACKING, reason, afterMs: LACKING_MS };
}

/** This gateway is up, so no other gateway takes the delivery over: it is moved to one that can send it, or waits. */
const lacksAbility = (outcome: Outcome): outcome is Extract<Outcome, { kind: "later" }> =>
  outcome.kind === "later" && outcome.code === LACKING;

/** The result that is stored after an attempt. */
export function settlementOf(
  { leased, marked, message }: InFlightDelivery,
  outcome: Outcome,
  options: DispatcherDeps,
): Settlement {
  const { via, clock, random, repeatable } = options;
  if (lacksAbility(outcome) && marked.doubtSince === undefined) {
    const other = options.otherFor?.(leased.claim.chunk.route, message.content) ?? null;
    if (other !== null) return { ...unsent(leased, marked, via), route: other, response: outcome.reason };
  }
  // Another gateway that may send it need not wait for this one; this gateway's own queue waits, unclaimed.
  const elsewhere = mayWait(outcome) && !options.routes().includes(leased.claim.chunk.route);
  const decision = afterTry(outcome, {
    attempt: marked.attempt,
    mayRepeat: outcome !== TOO_LATE && repeatable().includes(via.name),
    inDoubt: marked.inDoubt,
    recognized: marked.doubtSince !== undefined,
    remainingMs: message.validUntil - clock.now(),
    random: random(),
  });
  // The first retries are quick: a delivery must not wait for its third attempt just because it is not known yet that
  // its gateway is down and another is up.
  const isQuick =
    !elsewhere &&
    mayWait(outcome) &&
    !lacksAbility(outcome) &&
    marked.attempt < QUICK_RETRIES &&
    options.circuit.replaceable();
  // The gateway merges what it has seen itself: another gateway would send the message a second time.
  const stays = outcome.kind === "unknown" && options.bound?.().includes(via.name);
  return {
    messageId: marked.messageId,
    phone: marked.phone,
    ...identity(leased, via),
    ...decision,
    ...(lacksAbility(outcome) && { loggedOnce: true }),
    ...(elsewhere && decision.state === "queued" && { retryMs: 0 }),
    ...(isQuick && decision.state === "queued" && { retryMs: Math.min(decision.retryMs ?? 0, QUICK_RETRY_MS) }),
    ...(stays && decision.state === "queued" && { route: via.name, boundTo: via.name }),
  };
}

/** Whether the delivery was certainly not accepted, for a reason on the gateway's side. */
function mayWait(outcome: Outcome): boolean {
  return outcome.kind === "stop" || (outcome.kind === "later" && !outcome.throttled);
}

/** The result that is stored for a delivery that never reached the wire. */
export function unsent(leased: LeasedChunk, { messageId, phone }: DeliveryKey, via: NamedGateway): Settlement {
  return { messageId, phone, ...identity(leased, via), state: "queued", counts: false, retryMs: 0 };
}

function identity(
  { claim }: LeasedChunk,
  via: NamedGateway,
): Pick<Settlement, "chunkId" | "token" | "gateway" | "route" | "priority"> {
  const { id, token, route, priority } = claim.chunk;
  return { chunkId: id, token, gateway: via.name, route, priority };
}

/** Whether the delivery never left: its last check, directly before the wire, held it back. */
export const wasHeldBack = (outcome: Outcome): boolean => outcome.kind === "later" && outcome.code === HELD_BACK;

/** The message as this recipient gets it. */
export function messageFor({ text }: Marked, message: QueuedMessage): QueuedMessage {
  return text === undefined ? message : { ...message, content: withOwnText(message.content, text) };
}

export function countByChunk(deliveries: readonly { readonly leased: LeasedChunk }[]): Map<LeasedChunk, number> {
  const counts = new Map<LeasedChunk, number>();
  for (const { leased } of deliveries) counts.set(leased, (counts.get(leased) ?? 0) + 1);
  return counts;
}
