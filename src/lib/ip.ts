import { isIP } from "node:net";

import ipaddr from "ipaddr.js";

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A CIDR block. A single address is a block of one. */
export type Block = { readonly address: Address; readonly bits: number };

/**
 * Reads an address as sockets and resolvers write it. IPv4-mapped IPv6 (`::ffff:10.0.0.1`) is the IPv4 address it
 * reaches, so that no rule has to be written twice; a zone (`%eth0`) is dropped.
 */
export function parseAddress(text: string): Address | null {
  const bare = text.replace(/^\[(.*)\]$/, "$1").replace(/%.*$/, "");
  // The library alone would also take what old C libraries do: `127.1`, octal, one number for all.
  if (isIP(bare) === 0) return null;
  // It would also take the IPv4-compatible `::8.8.8.8` (RFC 4291 2.5.5.1) for the mapped `::ffff:8.8.8.8`.
  return ipaddr.process(bare.replace(/^::(?=\d+\.)/, "::0:"));
}

/** Reads `10.0.0.0/8`, `fd00::/8` or one address; null where the text is neither. */
export function parseBlock(text: string): Block | null {
  const [head = "", length, ...rest] = text.split("/");
  if (rest.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length))) return null;
  const address = parseAddress(head);
  if (!address) return null;
  const width = address.kind() === "ipv4" ? 32 : 128;
  // The length of a mapped block counts the 96 bits before the IPv4 part.
  const mapped = width === 32 && head.includes(":") ? 96 : 0;
  const bits = length === undefined ? width : Number(length) - mapped;
  return bits < 0 || bits > width ? null : { address, bits };
}

/**
 * Whether one of the blocks holds the address. A block of one family never holds the other's: for `BlockList` of
 * `node:net` the IPv6 block `::/0` holds every IPv4 address, too.
 */
export function within(blocks: readonly Block[], address: Address): boolean {
  return blocks.some((block) => block.address.kind() === address.kind() && address.match(block.address, block.bits));
}

/**
 * By what an address is counted: IPv6 customers hold a /64 (RFC 6177), so that is one address here. IPv4 in an IPv6
 * spelling is the IPv4 address: those who come through one proxy would all be one network.
 */
export function networkOf(ip: string): string {
  // Asked at every call, and nearly all are IPv4.
  if (!ip.includes(":")) return ip;
  const address = parseAddress(ip);
  if (!(address instanceof ipaddr.IPv6)) return address?.toString() ?? ip;
  const network = address.parts.slice(0, 4);
  return network.map((group) => group.toString(16)).join(":");
}
