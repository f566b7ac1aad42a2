import type { ProviderNews } from "../ports/gateway.ts";

/**
 * Whether nothing of a provider's call could be read: no receipt, no text, no STOP, and no word that is known to tell
 * nothing new. Its provider writes in a form that its gateway does not know, so news are lost with it.
 */
export function isUnread(news: ProviderNews): boolean {
  if (news.forged || news.understood) return false;
  return news.receipts.length === 0 && news.inbound.length === 0 && (news.optOuts?.length ?? 0) === 0;
}
