import type { Outcome } from "#domain/ports/gateway";
import { second } from "#lib/time";

/** Answers in a row that left open whether a text was taken, after which the gateway is left alone. */
const MOST_IN_A_ROW = 20;
/** How long. Then one text tries whether anything has changed. */
export const DOUBT_PAUSE_MS = 10 * second;

/** Whether a gateway still says what becomes of texts. */
export type Doubts = {
  /** Notes answers in their order. Returns why the gateway is to be paused, or null. */
  note(outcomes: readonly Outcome[]): string | null;
  /** Nothing but a try at a time is worth risking. */
  many(): boolean;
};

/**
 * A provider that answers 500 to everything, or nothing, takes each text that it is given into `unknown`, where it stays
 * for ever: a minute of that would use up a campaign.
 */
export function doubts(): Doubts {
  let inARow = 0;
  return {
    note(outcomes) {
      let why: string | null = null;
      for (const outcome of outcomes) {
        if (outcome.kind === "stop") continue;
        if (outcome.kind === "unknown") {
          inARow += 1;
          why = outcome.reason;
        } else inARow = 0;
      }
      if (why === null || inARow < MOST_IN_A_ROW) return null;
      return `${inARow} answers in a row left open whether the text was taken. The last: ${why}`;
    },
    many: () => inARow >= MOST_IN_A_ROW,
  };
}
