import type { MessageDetail } from "./use-message.ts";

/** Texts a minute at most, and whether the message itself sets it; null: nothing limits it. */
export function limitOf(message: MessageDetail): { readonly limit: number | null; readonly isOwn: boolean } {
  const own = message.rate_per_minute;
  const ofGateway = gatewayLimit(message);
  const isOwn = own !== null && (ofGateway === null || own <= ofGateway);
  return { limit: isOwn ? own : ofGateway, isOwn };
}

/** A gateway may count parts. */
function gatewayLimit({ gateway_limit: limit, segments }: MessageDetail): number | null {
  if (limit === null) return null;
  return Math.floor((limit.rate * 60) / (limit.rate_per === "segment" ? Math.max(1, segments) : 1));
}
