import { deadline, type Deadline } from "#lib/deadline";

import type { Window } from "./window.ts";

/** What a link does while its socket's buffer is full: it grants no slot, and is cut if the SMSC does not read. */
export type BackPressure = {
  onFull(): void;
  onDrain(): void;
  /** Counts one of our responses. Returns false if it must not be written: too many wait already. */
  mayRespond(isFull: boolean): boolean;
  end(): void;
};

/** Most of our responses that wait for an SMSC that sends and does not read; beyond that, the link is cut. */
const MAX_UNREAD = 10_000;

/** @param timeout how long the SMSC may read nothing, in milliseconds */
export function backPressure(window: Window, timeout: number, cut: (why: string) => void): BackPressure {
  const why = "the SMSC does not read";
  let limit: Deadline | undefined;
  let unread = 0;

  return {
    // What the SMSC sends meanwhile says that the link is alive, so enquire_link would never find that it does not
    // read.
    onFull() {
      window.hold("drain");
      limit ??= deadline(timeout, () => cut(why));
    },
    onDrain() {
      limit?.end();
      limit = undefined;
      unread = 0;
      window.release("drain");
    },
    mayRespond(isFull) {
      if (!isFull || (unread += 1) <= MAX_UNREAD) return true;
      cut(why);
      return false;
    },
    end: () => limit?.end(),
  };
}
