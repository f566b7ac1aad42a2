import { isLoopback, type Config } from "./config.ts";

/** Puts an IPv6 address in brackets. */
export function urlOf({ host, port }: Config["listen"]): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** For a first try on one machine, webhooks may call that machine itself; the banner says that this is allowed. */
export function allowedOutbound(config: Config): readonly string[] {
  const trying = isLoopback(config.listen.host) && config.gateway.reveal().startsWith("sandbox:");
  return trying && config.outboundAllow.length === 0 ? ["127.0.0.0/8", "::1", "localhost"] : config.outboundAllow;
}
