import { setTimeout as sleep } from "node:timers/promises";

import type { Outcome } from "#domain/gateways/gateway";
import { HELD_BACK, type MayLeave } from "#lib/departure";
import type { PduFields } from "smpp";

import type { Picked } from "./pool.ts";
import type { Answer } from "./pending.ts";
import { THROTTLE_HOLD, refusal } from "./status.ts";
import { heldBack } from "../../shared/wire.ts";

/** What one text needs besides its parts. */
export type Delivery = {
  readonly parts: readonly PduFields[];
  /** SMS that the parts become on the air: more than one also where one PDU carries a long text. */
  readonly segments: number;
  readonly pick: () => Promise<Picked>;
  /** Message ids as the receipts will name them. */
  readonly idOf: (messageId: string) => string;
  /** Whether the receipt of the last part speaks for the text: then the other ids stay unknown outside. */
  readonly lastSpeaks: boolean;
  /** Milliseconds for which the rest of a text is tried when some of its parts are taken. */
  readonly patience: number;
  readonly clock: { now(): number };
  readonly closing: () => boolean;
  /** Asked before the first part is written. */
  readonly mayLeave: MayLeave;
  /** Hears the answer that came after the time-out; only for a text of one part. */
  readonly onLate: (answer: Answer) => void;
};

/**
 * Submits the parts of one text and says one thing about the whole. As soon as one part is taken, the text
 * cannot go back to the queue (the person would get that part twice), so refusals that pass are retried here.
 */
export async function deliver(delivery: Delivery): Promise<Outcome> {
  const { parts, pick, clock, onLate } = delivery;
  const answers: (Answer | undefined)[] = parts.map(() => undefined);
  const until = clock.now() + delivery.patience;
  let begun = false;
  // Nobody is helped by half a text: with its first part on the wire the others follow, whatever was said since.
  const mayLeave = (): boolean => (begun ||= delivery.mayLeave());
  for (;;) {
    const picked = await pick();
    if ("session" in picked) {
      await Promise.all(
        parts.map(async (part, index) => {
          if (taken(answers[index])) return;
          answers[index] = await picked.session.submit(part, parts.length === 1 ? onLate : undefined, mayLeave);
        }),
      );
    } else if (!answers.some(taken)) return picked.none;

    const outcome = judge(answers, delivery);
    if (outcome !== null) return outcome;
    if (delivery.closing()) return { kind: "unknown", reason: "closed between the parts of a text" };
    if (clock.now() >= until)
      return { kind: "rejected", code: "partial", reason: "only some parts of the text were taken" };
    await sleep(Math.min(THROTTLE_HOLD, Math.max(1, until - clock.now())));
  }
}

const taken = (answer: Answer | undefined): boolean => answer?.kind === "answered" && answer.status === 0;

/** One outcome for all parts, or null: some are taken, and the others may be tried again. */
function judge(answers: readonly (Answer | undefined)[], { idOf, lastSpeaks, segments }: Delivery): Outcome | null {
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
    const speaking = lastSpeaks ? ids.slice(-1) : ids;
    return { kind: "accepted", providerIds: speaking.filter((id) => id !== ""), segments };
  }
  // One part refused for good spoils the text, whatever became of the others.
  const rejected = refusals.find((refused) => refused.kind === "rejected");
  if (rejected !== undefined) return rejected;
  if (unanswered !== null) return unanswered;
  return ids.length > 0 ? null : (refusals.find((refused) => refused.kind === "stop") ?? refusals[0] ?? null);
}
