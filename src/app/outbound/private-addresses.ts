import ipaddr from "ipaddr.js";

import { parseAddress, parseBlock, within, type Address, type Block } from "#lib/ip";

/** IPv4 that is not the public internet: IANA special-purpose registry (RFC 6890), multicast, class E. */
const CLOSED_V4 = blocks(
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
);

/** The only IPv6 range routed on the internet. Everything else (loopback, ULA, link-local, multicast) is refused. */
const GLOBAL_V6 = blocks("2000::/3");

/** Exceptions inside it: protocol assignments with Teredo and ORCHID, documentation, 6to4, which carries any IPv4. */
const CLOSED_V6 = blocks("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20");

/** NAT64 reaches the IPv4 address in its last 32 bits, so that one decides. */
const NAT64 = blocks("64:ff9b::/96");

/** Whether an address is anything but a public unicast one. */
export function isPrivate(address: Address): boolean {
  if (address.kind() === "ipv4") return within(CLOSED_V4, address);
  if (within(NAT64, address)) return isPrivate(ipaddr.fromByteArray(address.toByteArray().slice(12)));
  return !within(GLOBAL_V6, address) || within(CLOSED_V6, address);
}

const OWN_MACHINE = [...blocks("127.0.0.0/8"), ...blocks("::1/128")];

/** Whether what is sent to the address stays on this machine. */
export function isOwnMachine(text: string): boolean {
  const address = parseAddress(text);
  return address !== null && within(OWN_MACHINE, address);
}

const LOCAL_SUFFIXES = ["localhost", "localdomain", "local", "internal", "lan", "home.arpa"];

/** Names that only a private network resolves: a single label, and the reserved suffixes. Accepts a URL's host. */
export function isLocalName(host: string): boolean {
  const name = host.replace(/\.$/, "").toLowerCase();
  return !name.includes(".") || LOCAL_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`));
}

function blocks(...texts: readonly string[]): readonly Block[] {
  return texts.map((text) => parseBlock(text)!);
}
