import type { Log } from "#lib/log";
import { minute } from "#lib/time";
import type { UnreadCall } from "#api/v1/gateways/receipts";

import type { Counts } from "../../metrics/counts.ts";

type Tools = {
  readonly log: Log;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
};

/**
 * Counts such calls, and logs one of them per minute and gateway: a provider with an unknown format sends one for each
 * message.
 */
export function unreadCalls(
  counts: Pick<Counts, "gateway">,
  tools: Tools,
): (gateway: string, call: UnreadCall) => void {
  const note = oncePerMinute(tools, "a provider's call could not be read: its receipts or replies may be lost");
  return (gateway, call) => {
    counts.gateway(gateway).unread += 1;
    note(gateway, call);
  };
}

/** Logs calls at the address of a gateway that was removed or renamed, one per minute and name. */
export function callsForGone(tools: Tools): (gateway: string) => void {
  const note = oncePerMinute(
    tools,
    "a provider called, but there is no such gateway: its receipts and replies are lost",
  );
  return (gateway) => note(gateway, {});
}

function oncePerMinute({ log, now }: Tools, message: string): (gateway: string, call: Partial<UnreadCall>) => void {
  const logged = new Map<string, { at: number; since: number }>();
  return (gateway, call) => {
    const last = logged.get(gateway);
    if (last && now() - last.at < minute) {
      last.since += 1;
      return;
    }
    logged.set(gateway, { at: now(), since: 0 });
    log("warn", message, { gateway, ...call, others: last?.since ?? 0 });
  };
}
