import { isIP } from "node:net";

/** An IP address as a number: 32 bits or 128. */
export type Address = { readonly family: 4 | 6; readonly value: bigint };

/** A CIDR block. A single address is a block of one. */
export type Block = Address & { readonly bits: number };

/**
 * Reads an address as sockets and resolvers write it. IPv4-mapped IPv6 (`::ffff:10.0.0.1`) is the IPv4 address it
 * reaches, so that no rule has to be written twice; a zone (`%eth0`) is dropped.
 */
export function parseAddress(text: string): Address | null {
  const bare = text.replace(/^\[(.*)\]$/, "$1").replace(/%.*$/, "");
  const family = isIP(bare);
  if (family === 4) return { family: 4, value: ipv4(bare) };
  if (family !== 6) return null;
  const value = ipv6(bare);
  return value >> 32n === 0xffffn ? { family: 4, value: value & 0xffffffffn } : { family: 6, value };
}

/** Reads `10.0.0.0/8`, `fd00::/8` or one address; null where the text is neither. */
export function parseBlock(text: string): Block | null {
  const [head = "", length, ...rest] = text.split("/");
  if (rest.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length))) return null;
  const address = parseAddress(head);
  if (!address) return null;
  const width = address.family === 4 ? 32 : 128;
  // The length of a mapped block counts the 96 bits before the IPv4 part.
  const mapped = address.family === 4 && head.includes(":") ? 96 : 0;
  const bits = length === undefined ? width : Number(length) - mapped;
  return bits < 0 || bits > width ? null : { ...address, bits };
}

export function contains(block: Block, address: Address): boolean {
  if (block.family !== address.family) return false;
  const shift = BigInt((block.family === 4 ? 32 : 128) - block.bits);
  return block.value >> shift === address.value >> shift;
}

function ipv4(text: string): bigint {
  return text.split(".").reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

function ipv6(text: string): bigint {
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const plain = tail ? `${tail[1]}${groupsOf(ipv4(tail[2]!))}` : text;
  const [head = "", after] = plain.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = after === undefined || after === "" ? [] : after.split(":");
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return [...left, ...zeros, ...right].reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}

function groupsOf(value: bigint): string {
  return `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
}
