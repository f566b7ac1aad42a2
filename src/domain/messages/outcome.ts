import { backoff } from "#lib/backoff";

import type { Outcome } from "../gateways/gateway.ts";
import type { Settlement } from "../deliveries/queue.ts";

/** Tries before a text that a gateway keeps putting off is failed. */
export const MAX_ATTEMPTS = 12;
const BASE_MS = 2_000;
const CAP_MS = 15 * 60_000;
const THROTTLED_MS = 1_000;

export type TryContext = {
  /** Tries that counted, before this one. */
  readonly attempt: number;
  /** Whether a text that the gateway may have taken may be sent again. */
  readonly mayRepeat: boolean;
  /** Whether an earlier try left it open whether the gateway took it. */
  readonly inDoubt?: boolean;
  /** Whether a repeat of what this gateway took would have been recognised by it: then its refusal ends the doubt. */
  readonly recognised?: boolean;
  /** Milliseconds until the text is not worth sending any more. */
  readonly remainingMs: number;
  /** How long the gateway will be paused after `stop`. */
  readonly stopMs: number;
  readonly random: number;
};

type Decision = Omit<Settlement, "messageId" | "phone" | "chunkId" | "token" | "gateway" | "route" | "priority">;

/**
 * What becomes of a delivery after a try. The one place that turns an outcome into a state: `unknown` becomes a
 * retry only where a repeat can do no harm or was asked for, and no time-out ever becomes `failed`.
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
      // It speaks of this try. Of the one before nothing is known yet.
      if (context.inDoubt && !context.recognised) {
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
      return retry(outcome.code, outcome.reason, context.stopMs, context, false);
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
    // Out of tries, it still may have been taken: that is a doubt and no failure.
    if (context.inDoubt) return { state: "unknown", counts, response: reason };
    return { state: "failed", counts, failure: code, response: reason };
  }
  // A text that will not be worth sending by then comes up when it ends, and the mark lets it expire.
  const retryMs = Math.round(Math.max(0, Math.min(waitMs, context.remainingMs)));
  return { state: "queued", counts, retryMs, response: reason };
}
