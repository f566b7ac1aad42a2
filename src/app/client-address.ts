import { BlockList, isIP } from "node:net";

import type { Client } from "#api/services";

import { isLoopback } from "./config.ts";
import { parseBlock } from "./outbound/address.ts";

/** The part of @hono/node-server's environment that tells who is at the other end. */
type NodeEnvironment = {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string; readonly encrypted?: boolean } };
};

/**
 * Tells where a call came from. Forwarded headers are read only where the socket's other end is a trusted proxy,
 * from the right, up to the first address that is not one.
 *
 * @param trustedProxies addresses and CIDR blocks
 * @throws Error naming the entry that is neither
 */
export function clientReader(trustedProxies: readonly string[]): (environment: unknown, headers: Headers) => Client {
  const trusted = blockList(trustedProxies);
  const isTrusted = (address: string): boolean => trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

  /** What a proxy wrote and we cannot read ends the walk: left of it stands only what the client wrote itself. */
  function clientBehind(peer: string, forwarded: string): string {
    let client = peer;
    for (const hop of forwarded.split(",").toReversed()) {
      const address = plain(
        hop
          .trim()
          .replace(/^\[(.*)\](:\d+)?$/, "$1")
          .replace(/^([\d.]+):\d+$/, "$1"),
      );
      if (isIP(address) === 0) return client;
      client = address;
      if (!isTrusted(address)) return client;
    }
    return client;
  }

  return (environment, headers) => {
    const socket = (environment as NodeEnvironment | undefined)?.incoming?.socket;
    const host = headers.get("host") ?? "";
    const peer = plain(socket?.remoteAddress ?? "127.0.0.1");
    if (trustedProxies.length > 0 && isTrusted(peer)) {
      const client = clientBehind(peer, headers.get("x-forwarded-for") ?? "");
      const encrypted = last(headers, "x-forwarded-proto") === "https";
      return { ip: client, confidential: encrypted, encrypted, host: last(headers, "x-forwarded-host") ?? host };
    }
    const encrypted = socket?.encrypted === true;
    return { ip: peer, confidential: encrypted || isLoopback(peer), encrypted, host };
  };
}

/** What the nearest proxy wrote. */
function last(headers: Headers, name: string): string | undefined {
  return headers.get(name)?.split(",").at(-1)?.trim();
}

function blockList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    const block = parseBlock(entry);
    if (!block) {
      throw new Error(`TIDINGS_TRUSTED_PROXIES: ${JSON.stringify(entry)} is neither an address nor a CIDR block.`);
    }
    const family = block.family === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(plain(address), family);
    else list.addSubnet(plain(address), block.bits, family);
  }
  return list;
}

/** `::ffff:10.0.0.1` is the IPv4 address it carries. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
