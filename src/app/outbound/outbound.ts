import { isIP, type LookupFunction } from "node:net";

import { Agent, buildConnector, fetch as undiciFetch } from "undici";

import type { GatewayFetch, SocketRules } from "#domain/gateways/gateway";
import type { OutboundGate, UrlIssue } from "#domain/access/outbound";
import { deadline } from "#lib/deadline";
import { OUTBOUND_REFUSED } from "#domain/access/outbound";

import { exchangeOn } from "./exchange.ts";
import { nameLookups, type Resolve } from "./name-lookups.ts";
import { isOwnMachine } from "./private-addresses.ts";
import { outboundRules, type Rules } from "./rules.ts";
import { withoutContinue } from "./unrequested-continue.ts";

export type Outbound = OutboundGate & {
  /** For URLs that come from API or console: every connection is checked, no redirect is followed. */
  readonly fetch: typeof fetch;
  /** For addresses from the operator's settings: no rule but the one about plain HTTP. */
  readonly trustedFetch: GatewayFetch;
  /** For gateways whose settings come from API or console. */
  readonly guarded: { readonly fetch: GatewayFetch; readonly sockets: SocketRules };
  close(): Promise<void>;
};

export type OutboundOptions = {
  /** Host names, addresses and CIDR blocks that are exempt from the private-address and https rules. */
  readonly allow: readonly string[];
  readonly ports?: readonly number[];
  readonly resolve?: Resolve;
  /** PEM certificates to trust instead of the system's. */
  readonly ca?: string;
  /** Milliseconds for name, TCP and TLS together. */
  readonly connectMs?: number;
  /** Milliseconds a registration waits for a name; a slower one passes and is checked at the connection. */
  readonly resolveMs?: number;
};

/** Refused before any connection: nothing was written. `gateways/wire` recognizes the code. */
class OutboundRefused extends Error {
  readonly code = OUTBOUND_REFUSED;
}

const LONGEST_BODY = 16 * 1024 * 1024;

/**
 * The only way out for HTTP. A guarded connection goes to exactly the addresses that were checked: the check is the
 * socket's own name lookup, so a name that resolves differently the second time (rebinding) gains nothing.
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const rules = outboundRules(options.allow, options.ports);
  const resolve = options.resolve ?? nameLookups();
  const common = {
    timeout: options.connectMs ?? 5_000,
    allowH2: false,
    ...(options.ca !== undefined && { ca: options.ca }),
  };
  const limits = {
    // Disabled, because every caller has its own deadline, which reads the sockets once more before it fires; undici's
    // do not.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: LONGEST_BODY,
    keepAliveTimeout: 4_000,
  };
  const guarded = new Agent({ ...limits, connect: guard(rules, resolve, common) });
  const trusted = new Agent({ ...limits, connect: guard(unencrypted(rules), resolve, common) });

  const through = (agent: Agent, input: unknown, init: object) =>
    undiciFetch(input as string, { ...init, dispatcher: agent }) as unknown as Promise<Response>;

  const checkedFetch = async (input: unknown, init?: object): Promise<Response> => {
    const url = addressOf(input as string);
    const issue = rules.judgeUrl(url);
    if (issue) throw new TypeError("fetch failed", { cause: refusal(issue) });
    return through(guarded, url, { ...init, redirect: "manual" });
  };
  return {
    fetch: checkedFetch as typeof fetch,
    guarded: {
      // Every connection of the agent is checked, so the faster path needs no check of its own.
      fetch: Object.assign(checkedFetch as typeof fetch, { exchange: exchangeOn(guarded) }),
      sockets: {
        // Whether SMPP is encrypted is up to the carrier: only the address counts.
        mayConnect: (address) => rules.judgeAddresses("https:", address, [address]) === null,
        lookup: judged("https:", rules, resolve) as SocketRules["lookup"],
      },
    },
    trustedFetch: Object.assign(
      ((input, init) => through(trusted, addressOf(input), { redirect: "manual", ...init })) satisfies typeof fetch,
      { exchange: exchangeOn(trusted) },
    ),
    check: (url) => checkAtRegistration(url, rules, resolve, options.resolveMs ?? 1_500),
    async close() {
      await Promise.all([guarded.destroy(), trusted.destroy()]);
    },
  };
}

/**
 * For addresses from the operator's settings: any is allowed, but passwords and messages leave this machine unencrypted
 * only where TIDINGS_OUTBOUND_ALLOW permits it.
 */
function unencrypted(rules: Rules): Judge {
  return {
    judgeAddresses(protocol, host, addresses) {
      if (protocol === "https:" || (addresses.length > 0 && addresses.every(isOwnMachine))) return null;
      return rules.judgeAddresses(protocol, host, addresses);
    },
  };
}

type Judge = Pick<Rules, "judgeAddresses">;

function guard(rules: Judge, resolve: Resolve, common: buildConnector.BuildOptions): buildConnector.connector {
  const connectors = {
    "https:": buildConnector({ ...common, lookup: judged("https:", rules, resolve) }),
    "http:": buildConnector({ ...common, lookup: judged("http:", rules, resolve) }),
  };
  return (target, callback) => {
    const host = target.hostname.replace(/^\[(.*)\]$/, "$1");
    // A socket looks up names only: a literal address has to be checked here.
    const issue = isIP(host) === 0 ? null : rules.judgeAddresses(target.protocol, host, [host]);
    if (issue) callback(refusal(issue), null);
    else
      connectors[target.protocol as "https:"](target, (error, socket) =>
        error ? callback(error, null) : callback(null, withoutContinue(socket)),
      );
  };
}

/** A lookup that returns checked addresses only. One disallowed address among several refuses all. */
function judged(protocol: string, rules: Judge, resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (found) => {
        const usable = found.filter(({ family }) => !options.family || options.family === family);
        const issue = rules.judgeAddresses(
          protocol,
          host,
          found.map(({ address }) => address),
        );
        if (issue || usable.length === 0) callback(refusal(issue ?? "private_address"), "", 0);
        else if (options.all) callback(null, [...usable]);
        else callback(null, usable[0]!.address, usable[0]!.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, "", 0),
    );
  };
}

async function checkAtRegistration(
  text: string,
  rules: Rules,
  resolve: Resolve,
  timeoutMs: number,
): Promise<UrlIssue | null> {
  const issue = rules.judgeUrl(text);
  if (issue) return issue;
  const url = new URL(text);
  if (url.hostname.startsWith("[") || isIP(url.hostname) !== 0) return null;
  const found = await withLimit(
    resolve(url.hostname).catch(() => null),
    timeoutMs,
  );
  if (!found) return rules.judgeUnresolved(url);
  const addresses = found.map(({ address }) => address);
  return rules.judgeAddresses(url.protocol, url.hostname, addresses);
}

async function withLimit<T>(work: Promise<T>, timeoutMs: number): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const limit = deadline(timeoutMs, () => late.resolve(null));
  return Promise.race([work, late.promise]).finally(limit.end);
}

function addressOf(input: string | URL | Request): string {
  if (typeof input === "string") return input;
  if (input instanceof URL) return input.href;
  throw new TypeError("The outbound gate accepts a URL, not a Request.");
}

function refusal(issue: UrlIssue): OutboundRefused {
  return new OutboundRefused(
    issue === "private_address" ? "The address leads into a private network." : "The URL is not allowed.",
  );
}
