import { oncePerMinute } from "#lib/once-per-minute";
import type { UnreadCall } from "#api/v1/gateways/receipts";

import type { Counts } from "../../metrics/counts.ts";

type Tools = Parameters<typeof oncePerMinute>[0];

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
    note(gateway, { gateway, ...call });
  };
}

/** Logs calls at the address of a gateway that was removed or renamed, one per minute and name. */
export function callsForGone(tools: Tools): (gateway: string) => void {
  const note = oncePerMinute(
    tools,
    "a provider called, but there is no such gateway: its receipts and replies are lost",
  );
  return (gateway) => note(gateway, { gateway });
}

/** Logs calls without a valid signature, one per minute and gateway: with a wrong secret, there is one for each message. */
export function forgedCalls(tools: Tools): (gateway: string, requestId: string) => void {
  const note = oncePerMinute(tools, "a provider's call has no valid signature");
  return (gateway, requestId) => note(gateway, { gateway, requestId });
}
