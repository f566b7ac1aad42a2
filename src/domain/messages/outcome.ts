import { backoff } from "#lib/backoff";

import type { Outcome } from "../gateways/gateway.ts";
import type { Settlement } from "../deliveries/queue.ts";

/** Attempts before a delivery that a gateway keeps deferring is failed. */
export const MAX_ATTEMPTS = 12;
const BASE_MS = 2_000;
const CAP_MS = 15 * 60_000;
const THROTTLED_MS = 1_000;
/**
 * Within this time every node knows that the gateway is paused, and then claims nothing for it. A longer wait could
 * outlast a pause that a user ends.
 */
const STOPPED_MS = 2_000;

export type TryContext = {
  /** Attempts that counted, before this one. */
  readonly attempt: number;
  /** Whether a delivery that the gateway may have accepted may be sent again. */
  readonly mayRepeat: boolean;
  /** Whether an earlier attempt left it unknown whether the gateway accepted it. */
  readonly inDoubt?: boolean;
  /** Whether this gateway would have recognized a repeat of what it accepted: then its refusal ends the doubt. */
  readonly recognized?: boolean;
  /** Milliseconds until the message is no longer worth sending. */
  readonly remainingMs: number;
  readonly random: number;
};

type Decision = Omit<Settlement, "messageId" | "phone" | "chunkId" | "token" | "gateway" | "route" | "priority">;

/**
 * The new state of a delivery after an attempt. The one place that turns an outcome into a state: `unknown` becomes a
 * retry only if a repeat can do no harm or was requested, and no timeout ever becomes `failed`.
 */
export function afterTry(outcome: Outcome, context: TryContext): Decision {
  switch (outcome.kind) {
    case "accepted":
      return {
        state: "sent",
        counts: true,
        providerIds: outcome.providerIds,
        ...(outcome.segments !== undefined && { segments: outcome.segments }),
        ...(outcome.channel !== undefined && { channel: outcome.channel }),
        ...(outcome.response !== undefined && { response: outcome.response }),
      };
    case "rejected":
      // The refusal concerns this attempt only: the result of the earlier one is still unknown.
      if (context.inDoubt && !context.recognized) {
        return { state: "unknown", counts: true, response: outcome.reason, optedOut: outcome.optedOut ?? false };
      }
      return {
        state: "failed",
        counts: true,
        failure: outcome.code,
        response: outcome.reason,
        optedOut: outcome.optedOut ?? false,
      };
    case "unknown": {
      const unknown: Decision = { state: "unknown", counts: true, response: outcome.reason };
      if (!context.mayRepeat) return unknown;
      const waitMs = backoff(context.attempt + 1, BASE_MS, CAP_MS, context.random);
      return { ...retry("unknown_outcome", outcome.reason, waitMs, { ...context, inDoubt: true }), inDoubt: true };
    }
    case "stop":
      return retry(outcome.code, outcome.reason, STOPPED_MS, context, false);
    case "later": {
      const wait = outcome.throttled
        ? (outcome.afterMs ?? THROTTLED_MS) * (1 + context.random / 4)
        : Math.max(outcome.afterMs ?? 0, backoff(context.attempt + 1, BASE_MS, CAP_MS, context.random));
      return retry(outcome.code, outcome.reason, wait, context, !outcome.throttled);
    }
  }
}

function retry(code: string, reason: string, waitMs: number, context: TryContext, counts = true): Decision {
  if (counts && context.attempt + 1 >= MAX_ATTEMPTS) {
    // Out of attempts, it may still have been accepted: that is a doubt, not a failure.
    if (context.inDoubt) return { state: "unknown", counts, response: reason };
    return { state: "failed", counts, failure: code, response: reason };
  }
  // A message that expires before then is due at its expiry, and the mark lets it expire.
  const retryMs = Math.round(Math.max(0, Math.min(waitMs, context.remainingMs)));
  return { state: "queued", counts, retryMs, response: reason };
}
