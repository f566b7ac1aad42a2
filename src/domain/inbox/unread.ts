import type { ProviderEvents } from "../gateways/gateway.ts";

/**
 * Whether nothing of a provider's call could be read: no receipt, no text, no STOP, and no word that is known to tell
 * nothing new. Its provider writes in a form that its gateway does not know, so news are lost with it.
 */
export function isUnread(events: ProviderEvents): boolean {
  if (events.forged || events.understood) return false;
  return events.receipts.length === 0 && events.inbound.length === 0 && (events.optOuts?.length ?? 0) === 0;
}
