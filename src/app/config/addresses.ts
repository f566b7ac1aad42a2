import { isLoopback, type Config } from "./config.ts";

/** An IPv6 address stands in brackets. */
export function urlOf({ host, port }: Config["listen"]): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** A first try on one machine needs webhooks to itself; the banner says that it was allowed. */
export function allowedOutbound(config: Config): readonly string[] {
  const trying = isLoopback(config.listen.host) && config.gateway.reveal().startsWith("sandbox:");
  return trying && config.outboundAllow.length === 0 ? ["127.0.0.0/8", "::1", "localhost"] : config.outboundAllow;
}
