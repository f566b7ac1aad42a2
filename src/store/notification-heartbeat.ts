import type { Signal } from "#lib/signal";
import { second } from "#lib/time";

/** The notifications that a session sends to itself, to learn whether it still receives any. */
export type NotificationHeartbeat = {
  /** The next one is about to be sent. */
  sent(): void;
  /** It has arrived. */
  received(): void;
  /** Whether it has arrived, or does within a second. */
  isReceived(): Promise<boolean>;
};

/** @param wakeup what the session's loop waits for; it is notified only of a heartbeat that `isReceived` waits for */
export function notificationHeartbeat(wakeup: Signal): NotificationHeartbeat {
  let state: "sent" | "awaited" | "received" = "received";

  return {
    sent() {
      state = "sent";
    },
    received() {
      // A notification that no wait consumes would end the next wait at once: heartbeats without a pause, 10,000 a
      // second.
      if (state === "awaited") wakeup.notify();
      state = "received";
    },
    // Newer servers deliver a session's own notification before they answer the statement, older ones after.
    async isReceived() {
      if (state === "sent") {
        state = "awaited";
        await wakeup.wait(second);
      }
      return state === "received";
    },
  };
}
