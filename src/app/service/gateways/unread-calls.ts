import type { Log } from "#lib/log";
import { minute } from "#lib/time";

import type { Counts } from "../../metrics/counts.ts";

/** A call of a provider that could not be read, without its content. */
export type UnreadCall = {
  readonly method: string;
  /** Without its parameters; "" if there is none. */
  readonly mediaType: string;
  readonly bytes: number;
  readonly requestId: string;
};

/**
 * Counts such calls, and logs one of them per minute and gateway: a provider with an unknown format sends one for each
 * message.
 *
 * @param now milliseconds of a monotonic clock
 */
export function unreadCalls(
  counts: Pick<Counts, "gateway">,
  { log, now }: { readonly log: Log; readonly now: () => number },
): (gateway: string, call: UnreadCall) => void {
  const logged = new Map<string, { at: number; since: number }>();
  return (gateway, call) => {
    counts.gateway(gateway).unread += 1;
    const last = logged.get(gateway);
    if (last && now() - last.at < minute) {
      last.since += 1;
      return;
    }
    logged.set(gateway, { at: now(), since: 0 });
    const message = "a provider's call could not be read: its receipts or replies may be lost";
    log("warn", message, { gateway, ...call, others: last?.since ?? 0 });
  };
}
