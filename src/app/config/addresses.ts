import { isLoopback } from "#lib/ip";

import type { Config } from "./config.ts";

/** Puts an IPv6 address in brackets. */
export function urlOf({ host, port }: Config["listen"]): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** An address for this machine: a service that listens on all addresses is also found here. */
export const onThisMachine = (url: string): string =>
  url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");

/**
 * For a first try on one machine, webhooks may call that machine itself; the banner says that this is allowed. It is no
 * longer a try once others reach it, also through a proxy on this machine: gateways may be stored ones then, while
 * TIDINGS_GATEWAY keeps its default.
 */
export function allowedOutbound(config: Config): readonly string[] {
  const isAlone = isLoopback(config.listen.host) && config.trustedProxies.length === 0 && isOwn(config.publicUrl);
  const trying = isAlone && config.gateway.reveal().startsWith("sandbox:");
  return trying && config.outboundAllow.length === 0 ? ["127.0.0.0/8", "::1", "localhost"] : config.outboundAllow;
}

function isOwn(publicUrl: string | null): boolean {
  return publicUrl === null || isLoopback(new URL(publicUrl).hostname);
}
