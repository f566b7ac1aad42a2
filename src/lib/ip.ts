import { isIP } from "node:net";

import ipaddr from "ipaddr.js";

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A CIDR block. A single address is a block of one. */
export type Block = { readonly address: Address; readonly bits: number };

/**
 * Parses an address as sockets and resolvers write it. IPv4-mapped IPv6 (`::ffff:10.0.0.1`) becomes the IPv4 address
 * that it reaches, so that no rule has to be written twice; a zone (`%eth0`) is dropped.
 */
export function parseAddress(text: string): Address | null {
  const bare = text.replace(/^\[(.*)\]$/, "$1").replace(/%.*$/, "");
  // The library alone would also accept what old C libraries do: `127.1`, octal, one number for all.
  if (isIP(bare) === 0) return null;
  // It would also read the IPv4-compatible `::8.8.8.8` (RFC 4291 2.5.5.1) as the mapped `::ffff:8.8.8.8`.
  return ipaddr.process(bare.replace(/^::(?=\d+\.)/, "::0:"));
}

/** Parses `10.0.0.0/8`, `fd00::/8` or a single address; null where the text is neither. */
export function parseBlock(text: string): Block | null {
  const [head = "", length, ...rest] = text.split("/");
  if (rest.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length))) return null;
  const address = parseAddress(head);
  if (!address) return null;
  const width = address.kind() === "ipv4" ? 32 : 128;
  // The prefix length of a mapped block includes the 96 bits before the IPv4 part.
  const mapped = width === 32 && head.includes(":") ? 96 : 0;
  const bits = length === undefined ? width : Number(length) - mapped;
  return bits < 0 || bits > width ? null : { address, bits };
}

/**
 * Whether one of the blocks contains the address. A block of one family never contains an address of the other: with
 * `BlockList` of `node:net`, the IPv6 block `::/0` contains every IPv4 address, too.
 */
export function within(blocks: readonly Block[], address: Address): boolean {
  return blocks.some((block) => block.address.kind() === address.kind() && address.match(block.address, block.bits));
}

/** Whether only this machine can reach the host; in a URL an IPv6 address is in brackets. */
export function isLoopback(host: string): boolean {
  return ["localhost", "::1", "[::1]"].includes(host) || (isIP(host) === 4 && host.startsWith("127."));
}

/**
 * The key by which an address is counted: IPv6 customers are assigned a /64 (RFC 6177), so that is one address here.
 * IPv4 written as IPv6 is the IPv4 address: otherwise all clients of one proxy would share a network.
 */
export function networkOf(ip: string): string {
  // Called for every request, and nearly all addresses are IPv4.
  if (!ip.includes(":")) return ip;
  const address = parseAddress(ip);
  if (!(address instanceof ipaddr.IPv6)) return address?.toString() ?? ip;
  const network = address.parts.slice(0, 4);
  return network.map((group) => group.toString(16)).join(":");
}
