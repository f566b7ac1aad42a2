import type { UrlIssue } from "#domain/access/outbound";
import { parseAddress, parseBlock, within, type Address, type Block } from "#lib/ip";

import { isLocalName, isPrivate } from "./private-addresses.ts";

/** What TIDINGS_OUTBOUND_ALLOW lifts: the private-address and the https rule, for these hosts and blocks only. */
export type Rules = {
  /** The issue of a URL as it is written, before any name is resolved. */
  readonly judgeUrl: (url: string) => UrlIssue | null;
  /** The issue of a name that does not resolve at this moment. */
  readonly judgeUnresolved: (url: URL) => UrlIssue | null;
  /** Whether a connection to `host` (a name or an address) may use these addresses. All of them must pass. */
  readonly judgeAddresses: (protocol: string, host: string, addresses: readonly string[]) => UrlIssue | null;
};

/**
 * @param allow host names, addresses and CIDR blocks
 * @param ports ports that may be called; absent: any
 * @throws Error naming an entry that is none of these
 */
export function outboundRules(allow: readonly string[], ports?: readonly number[]): Rules {
  const blocks: Block[] = [];
  const names = new Set<string>();
  for (const entry of allow) {
    const block = parseBlock(entry);
    if (block) blocks.push(block);
    else names.add(nameOf(entry));
  }
  const lifted = (host: string): boolean => names.has(host.replace(/\.$/, "").toLowerCase());

  function judge(protocol: string, address: Address | null): UrlIssue | null {
    if (!address) return "private_address";
    if (within(blocks, address)) return null;
    if (isPrivate(address)) return "private_address";
    return protocol === "https:" ? null : "invalid_url";
  }

  function judgeAddresses(protocol: string, host: string, addresses: readonly string[]): UrlIssue | null {
    if (lifted(host)) return null;
    if (addresses.length === 0) return "private_address";
    for (const address of addresses) {
      const issue = judge(protocol, parseAddress(address));
      if (issue) return issue;
    }
    return null;
  }

  function judgeUnresolved(url: URL): UrlIssue | null {
    if (lifted(url.hostname)) return null;
    if (isLocalName(url.hostname)) return "private_address";
    return url.protocol === "https:" ? null : "invalid_url";
  }

  return {
    judgeAddresses,
    judgeUnresolved,
    judgeUrl(text) {
      // The parser turns 0x7f.1, 2130706433 and full-width digits into one spelling.
      const url = URL.parse(text);
      if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return "invalid_url";
      if (url.username !== "" || url.password !== "") return "invalid_url";
      if (ports && !ports.includes(portOf(url))) return "invalid_url";
      if (parseAddress(url.hostname)) return judgeAddresses(url.protocol, url.hostname, [url.hostname]);
      // Where blocks are allowed, a local name may resolve into one: only its addresses decide.
      return blocks.length > 0 ? null : judgeUnresolved(url);
    },
  };
}

function portOf(url: URL): number {
  if (url.port !== "") return Number(url.port);
  return url.protocol === "https:" ? 443 : 80;
}

function nameOf(entry: string): string {
  const name = /[\s/:@?#\\*]/.test(entry) ? "" : (URL.parse(`http://${entry}/`)?.hostname ?? "");
  if (name === "") {
    throw new Error(`TIDINGS_OUTBOUND_ALLOW: ${JSON.stringify(entry)} is neither a host name nor a CIDR block.`);
  }
  return name.replace(/\.$/, "");
}
