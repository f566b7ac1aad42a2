import type { Client } from "#api/services";
import { isLoopback, parseAddress, parseBlock, within, type Block } from "#lib/ip";

/** The part of @hono/node-server's environment that identifies the peer. */
type NodeEnvironment = {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string; readonly encrypted?: boolean } };
  /** Set only by `createService`: the user whom its program has authenticated. */
  readonly user?: number;
};

/**
 * Determines where a call came from. Forwarded headers are read only if the socket's peer is a trusted proxy, from the
 * right, up to the first address that is not one.
 *
 * @param trustedProxies addresses and CIDR blocks
 * @throws Error naming an entry that is neither
 */
export function clientReader(trustedProxies: readonly string[]): (environment: unknown, headers: Headers) => Client {
  const trusted = trustedProxies.map(readEntry);

  /** An entry of a proxy that cannot be parsed ends the walk: everything left of it was written by the client. */
  function clientBehind(peer: string, forwarded: string): string {
    let client = peer;
    for (const hop of forwarded.split(",").toReversed()) {
      const address = parseAddress(
        hop
          .trim()
          .replace(/^(\[.*\]):\d+$/, "$1")
          .replace(/^([\d.]+):\d+$/, "$1"),
      );
      if (!address) return client;
      client = address.toString();
      if (!within(trusted, address)) return client;
    }
    return client;
  }

  function clientOf({ incoming }: NodeEnvironment, headers: Headers): Client {
    const socket = incoming?.socket;
    const host = headers.get("host") ?? "";
    const peer = plain(socket?.remoteAddress ?? "127.0.0.1");
    const address = trusted.length > 0 ? parseAddress(peer) : null;
    if (address && within(trusted, address)) {
      const client = clientBehind(peer, headers.get("x-forwarded-for") ?? "");
      const encrypted = last(headers, "x-forwarded-proto") === "https";
      return { ip: client, confidential: encrypted, encrypted, host: last(headers, "x-forwarded-host") ?? host };
    }
    const encrypted = socket?.encrypted === true;
    return { ip: peer, confidential: encrypted || isLoopback(peer), encrypted, host };
  }

  return (environment, headers) => {
    const known = (environment ?? {}) as NodeEnvironment;
    const client = clientOf(known, headers);
    return known.user === undefined ? client : { ...client, user: known.user };
  };
}

/** The entry that the nearest proxy added. */
function last(headers: Headers, name: string): string | undefined {
  return headers.get(name)?.split(",").at(-1)?.trim();
}

function readEntry(entry: string): Block {
  const block = parseBlock(entry);
  if (block) return block;
  throw new Error(`TIDINGS_TRUSTED_PROXIES: ${JSON.stringify(entry)} is neither an address nor a CIDR block.`);
}

/** `::ffff:10.0.0.1` is the IPv4 address it carries. Runs on every call, so it does not parse the whole address. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
