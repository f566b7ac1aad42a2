import type { Log } from "#lib/log";
import { minute } from "#lib/time";

import type { Counts } from "../metrics/counts.ts";

/** A call of a provider of which nothing could be read, without what is in it. */
export type UnreadCall = {
  readonly method: string;
  /** Without its parameters; "" where there is none. */
  readonly mediaType: string;
  readonly bytes: number;
  readonly requestId: string;
};

/**
 * Counts such calls, and logs one of them a minute for each gateway: a provider in an unknown form brings one with each
 * text.
 *
 * @param now milliseconds of a clock that never jumps
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
    const message = "a provider's call of which nothing could be read: its receipts or replies may be lost";
    log("warn", message, { gateway, ...call, others: last?.since ?? 0 });
  };
}
