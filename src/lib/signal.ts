import { deadline } from "./deadline.ts";

/** A notification that a loop waits for. If no loop is waiting when it is sent, it wakes the next one that waits. */
export type Signal = {
  notify(): void;
  /** Resolves at the next notification, or after `timeoutMs` at the latest. */
  wait(timeoutMs: number): Promise<void>;
};

export function signal(): Signal {
  let notified = false;
  let wake: (() => void) | null = null;
  return {
    notify() {
      if (wake) wake();
      else notified = true;
    },
    wait(timeoutMs) {
      if (notified) {
        notified = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const limit = deadline(timeoutMs, done);
        function done(): void {
          limit.end();
          wake = null;
          resolve();
        }
        wake = done;
      });
    },
  };
}
