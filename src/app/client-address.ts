import { BlockList, isIP } from "node:net";

import type { Client } from "#api/services";

import { isLoopback } from "./config.ts";

/** The part of @hono/node-server's environment that tells who is at the other end. */
type NodeEnvironment = {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string; readonly encrypted?: boolean } };
};

/**
 * Tells where a call came from. Forwarded headers are read only where the socket's other end is a trusted proxy,
 * from the right, up to the first address that is not one.
 */
export function clientReader(trustedProxies: readonly string[]): (environment: unknown, headers: Headers) => Client {
  const trusted = blockList(trustedProxies);
  const isTrusted = (address: string): boolean => trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

  return (environment, headers) => {
    const socket = (environment as NodeEnvironment | undefined)?.incoming?.socket;
    const peer = plain(socket?.remoteAddress ?? "127.0.0.1");
    if (trustedProxies.length > 0 && isTrusted(peer)) {
      const hops = (headers.get("x-forwarded-for") ?? "")
        .split(",")
        .map((hop) => plain(hop.trim()))
        .filter((hop) => isIP(hop) !== 0);
      const client = hops.toReversed().find((hop) => !isTrusted(hop)) ?? hops[0] ?? peer;
      return { ip: client, confidential: headers.get("x-forwarded-proto")?.split(",").at(-1)?.trim() === "https" };
    }
    return { ip: peer, confidential: socket?.encrypted === true || isLoopback(peer) };
  };
}

/** Addresses and CIDR blocks as one list. @throws where an entry is neither */
function blockList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** `::ffff:10.0.0.1` is the IPv4 address it carries. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
