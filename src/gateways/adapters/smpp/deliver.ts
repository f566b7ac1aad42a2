import { setTimeout as sleep } from "node:timers/promises";

import type { PduFields } from "smpp";

import type { Outcome } from "#domain/gateways/gateway";
import { HELD_BACK, type MayLeave } from "#lib/last-check";

import type { Picked } from "./pool.ts";
import type { Answer } from "./pending.ts";
import { THROTTLE_HOLD, refusal } from "./status.ts";
import { heldBack } from "../../shared/wire.ts";

/** What one message needs besides its segments. */
export type Delivery = {
  readonly parts: readonly PduFields[];
  /** SMS that the segments become on the air: more than one also if a single PDU carries a long message. */
  readonly segments: number;
  readonly pick: () => Promise<Picked>;
  /** Message ids in the format of the receipts. */
  readonly idOf: (messageId: string) => string;
  /** Whether the receipt of the last segment counts for the message: the other ids are then not reported. */
  readonly lastDecides: boolean;
  /** Milliseconds for which the rest of a message is retried once some of its segments are accepted. */
  readonly timeoutMs: number;
  readonly clock: { now(): number };
  readonly closing: () => boolean;
  /** Checked before the first segment is written. */
  readonly mayLeave: MayLeave;
  /** Receives what a response that came after the timeout makes of the message. */
  readonly onLate: (outcome: Outcome) => void;
};

/**
 * Submits the segments of one message and returns one outcome for the whole. Once a segment is accepted, the message
 * cannot return to the queue (the person would get that segment twice), so temporary refusals are retried here.
 */
export async function deliver(delivery: Delivery): Promise<Outcome> {
  const { parts, pick, clock } = delivery;
  const answers: (Answer | undefined)[] = parts.map(() => undefined);
  const until = clock.now() + delivery.timeoutMs;
  let begun = false;
  // Half a message is useless: once its first segment is on the wire the others follow, even if it was cancelled since.
  const mayLeave = (): boolean => (begun ||= delivery.mayLeave());
  const onLate = (index: number, answer: Answer): void => {
    answers[index] = answer;
    const outcome = judge(answers, delivery);
    if (outcome !== null) delivery.onLate(outcome);
  };
  for (;;) {
    const picked = await pick();
    if ("session" in picked) {
      await Promise.all(
        parts.map(async (part, index) => {
          if (taken(answers[index])) return;
          answers[index] = await picked.session.submit(part, (answer) => onLate(index, answer), mayLeave);
        }),
      );
    } else if (!answers.some(taken)) return picked.none;

    const outcome = judge(answers, delivery);
    if (outcome !== null) return outcome;
    if (delivery.closing()) return { kind: "unknown", reason: "closed between the segments of a message" };
    if (clock.now() >= until)
      return { kind: "rejected", code: "partial", reason: "only some segments of the message were accepted" };
    await sleep(Math.min(THROTTLE_HOLD, Math.max(1, until - clock.now())));
  }
}

const taken = (answer: Answer | undefined): boolean => answer?.kind === "answered" && answer.status === 0;

/** One outcome for all segments, or null: some are accepted, and the others may be retried. */
function judge(answers: readonly (Answer | undefined)[], { idOf, lastDecides, segments }: Delivery): Outcome | null {
  const refusals: Outcome[] = [];
  const ids: string[] = [];
  let unanswered: Outcome | null = null;
  for (const answer of answers) {
    if (answer?.kind === "answered" && answer.status === 0)
      ids.push(answer.messageId === "" ? "" : idOf(answer.messageId));
    else if (answer?.kind === "answered") refusals.push(refusal(answer.status));
    else if (answer?.kind === "unwritten" && answer.reason === HELD_BACK) refusals.push(heldBack());
    else if (answer?.kind === "unanswered") unanswered = { kind: "unknown", reason: answer.reason };
    else
      refusals.push({ kind: "later", code: "link_down", reason: "the SMPP link ended", afterMs: 500, throttled: true });
  }
  if (ids.length === answers.length) {
    const reported = lastDecides ? ids.slice(-1) : ids;
    return { kind: "accepted", providerIds: reported.filter((id) => id !== ""), segments };
  }
  // One permanently refused segment makes the whole message fail, regardless of the others.
  const rejected = refusals.find((refused) => refused.kind === "rejected");
  if (rejected !== undefined) return rejected;
  if (unanswered !== null) return unanswered;
  return ids.length > 0 ? null : (refusals.find((refused) => refused.kind === "stop") ?? refusals[0] ?? null);
}
