import { afterTry } from "#domain/messages/outcome";
import type { Outcome } from "#domain/gateways/gateway";
import type { DeliveryKey, Settlement } from "#domain/deliveries/queue";
import { second } from "#lib/time";

import type { InFlightDelivery } from "./in-flight.ts";
import type { LeasedChunk } from "./leased-chunk.ts";
import type { DispatcherDeps, NamedGateway } from "./options.ts";
import { lacksAbility, TOO_LATE } from "./outcome-without-sending.ts";

/** While other gateways could take a delivery, its first retries follow each other quickly. */
const QUICK_RETRY_MS = second;
const QUICK_RETRIES = 3;

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
