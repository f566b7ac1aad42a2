import type { ProviderEvents } from "../gateways/gateway.ts";

/**
 * Whether nothing in a provider's call could be parsed: no receipt, no message, no STOP, and nothing known to be
 * irrelevant. The provider uses a format that its gateway does not know, so events are lost.
 */
export function isUnread(events: ProviderEvents): boolean {
  if (events.forged || events.understood) return false;
  return events.receipts.length === 0 && events.inbound.length === 0 && (events.optOuts?.length ?? 0) === 0;
}
