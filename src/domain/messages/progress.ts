import { second } from "#lib/time";

import type { HoldReason } from "../deliveries/holds.ts";
import { statusOf } from "../outbox/status.ts";
import type { MessageView } from "./message-view.ts";
import { openMessageStates } from "./message.ts";

/**
 * The progress of a message. Every accepted delivery is in exactly one of sent, delivered, failed, unknown and pending.
 */
export type Progress = {
  /** Accepted deliveries; null while the audience is being resolved. */
  readonly total: number | null;
  /** All except the pending ones. */
  readonly done: number;
  /** Accepted by the gateway, without a final receipt. */
  readonly sent: number;
  readonly delivered: number;
  /** Failed, undelivered, suppressed before it was sent, expired or canceled. */
  readonly failed: number;
  readonly unknown: number;
  /** Waiting or in flight. */
  readonly pending: number;
  /** 0 to 100 with one decimal; null while the audience is being resolved. */
  readonly percent: number | null;
  /** Messages per second over the last ten seconds. */
  readonly rate: number;
  /**
   * When it will be complete at this rate, held deliveries included, in milliseconds since 1970; null if that is
   * unknown.
   */
  readonly eta: number | null;
  /** The most common failure reasons. */
  readonly reasons: readonly { readonly reason: string; readonly count: number }[];
};

const MAX_REASONS = 5;

/** The progress that a view shows. */
export function progressOf(view: MessageView): Progress {
  const { counts, recipients } = view;
  const sum = (fits: (state: (typeof counts)[number]["state"]) => boolean): number =>
    counts.reduce((total, { state, count }) => total + (fits(state) ? count : 0), 0);
  const total = view.resolving ? null : recipients.accepted;
  const done = sum(() => true);
  const pending = Math.max(0, recipients.accepted - done);
  const rate = Math.round((view.pace.texts / view.pace.seconds) * 10) / 10;
  return {
    total,
    done,
    sent: sum((state) => state === "sent"),
    delivered: sum((state) => state === "delivered"),
    failed: sum((state) => statusOf(state) === "failed"),
    unknown: sum((state) => state === "unknown"),
    pending,
    // Rounded down: 100 means that nothing is left.
    percent: total === null ? null : total === 0 ? 100 : Math.floor((done / total) * 1_000) / 10,
    rate,
    eta: view.state === "running" && total !== null && pending > 0 ? etaOf(view, { pending, rate }) : null,
    reasons: reasonsOf(view).slice(0, MAX_REASONS),
  };
}

/** Held deliveries leave by the clock, the others at the rate. */
function etaOf({ at, held }: MessageView, { pending, rate }: Pick<Progress, "pending" | "rate">): number | null {
  if (held?.reasons.some((reason) => waitsForMoney.has(reason))) return null;
  const moving = Math.max(0, pending - (held?.count ?? 0));
  if (moving > 0 && rate === 0) return null;
  const left = moving === 0 ? at : Math.round(at + (moving / rate) * second);
  return Math.max(left, held?.last ?? left);
}

/** Reasons that last until the operator pays or raises a cap; the stored instants are only those of the next check. */
const waitsForMoney: ReadonlySet<HoldReason> = new Set<HoldReason>(["spending", "low_credit"]);

/** Why deliveries failed, the most common reason first. */
export function reasonsOf({ counts }: MessageView): Progress["reasons"] {
  const reasons = new Map<string, number>();
  for (const { state, reason, count } of counts) {
    if (statusOf(state) !== "failed") continue;
    const name = reason === "" ? state : reason;
    reasons.set(name, (reasons.get(name) ?? 0) + count);
  }
  return [...reasons]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}

/** Nothing about the message will change any more, except by receipts. */
export function isOver(view: MessageView): boolean {
  return !openMessageStates.includes(view.state) && progressOf(view).pending === 0;
}
