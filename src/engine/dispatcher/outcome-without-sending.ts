import { missingAbility } from "#domain/messages/abilities";
import type { Outcome } from "#domain/gateways/gateway";
import { minute, second } from "#lib/time";

import type { InFlightDelivery } from "./in-flight.ts";
import type { DispatcherDeps } from "./options.ts";

/** The outcome of a delivery that was in doubt for longer than its gateway merges repeats. */
export const TOO_LATE: Outcome = {
  kind: "unknown",
  reason: "The gateway may have accepted it and would no longer recognize a repeat.",
};
/**
 * Retry interval of a delivery whose gateway lacks an ability. After `MAX_ATTEMPTS`, more than an hour, the delivery
 * has failed.
 */
const LACKING_MS = 5 * minute;
const LACKING = "gateway_cannot";
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
export const lacksAbility = (outcome: Outcome): outcome is Extract<Outcome, { kind: "later" }> =>
  outcome.kind === "later" && outcome.code === LACKING;
