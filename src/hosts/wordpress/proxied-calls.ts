import type { KeyObject } from "node:crypto";

import type { ProxiedCalls, ProxiedCall, ProxiedCallReader } from "#domain/access/proxied-calls";
import { percentDecoded } from "#lib/percent-decoded";

import { callerOf, isId, isRecord, readPrincipal } from "./principal.ts";
import { callText, isSignature, MAX_AGE_SECONDS, urlText, type SignedCall } from "./signature.ts";
import type { HostDeps } from "./tools.ts";

const HEADERS = ["x-tidings-signature", "x-tidings-principal", "x-tidings-timestamp", "x-tidings-nonce"];
const IN_QUERY = /[?&]tidings_(signature|principal|expires)=/;

type Refusal = Exclude<ProxiedCalls, { kind: "known" }>;

/**
 * Calls that the companion proxies: its signature covers method, path and query, the headers that matter, body, time, a
 * nonce and the user. A call that claims to be proxied and fails verification is refused; the site is never queried.
 *
 * @param options.prefix  path that a proxy in front of us strips, as in TIDINGS_PUBLIC_URL; the site includes it in its
 *   signatures
 * @param options.revoked called when the site reports that permissions have changed
 */
export function proxiedCalls(
  options: {
    readonly secret: KeyObject;
    readonly granting: readonly string[];
    readonly prefix: string;
    readonly revoked: (users: readonly number[]) => Promise<void>;
  },
  { time, nonces }: Pick<HostDeps, "time" | "nonces">,
): ProxiedCallReader {
  const { secret, granting, prefix } = options;

  /**
   * Checked in this order so that only calls signed by the site can distinguish a wrong time from a wrong signature.
   */
  async function check(
    purpose: SignedCall["purpose"],
    call: ProxiedCall,
    principal: string,
  ): Promise<Refusal | string> {
    const timestamp = call.header("x-tidings-timestamp") ?? "";
    const nonce = call.header("x-tidings-nonce") ?? "";
    const given = call.header("x-tidings-signature") ?? "";
    if (!/^\d{1,12}$/.test(timestamp) || !/^[\w-]{22}$/.test(nonce)) return { kind: "forged" };
    const { method, header } = call;
    const body = await call.body();
    const signs = (as: SignedCall["purpose"], target: string): boolean =>
      isSignature(given, callText({ purpose: as, method, target, body, header, timestamp, nonce, principal }), secret);
    const right = (as: SignedCall["purpose"]): boolean =>
      signs(as, call.target) || (prefix !== "" && signs(as, prefix + call.target));
    if (!right(purpose)) {
      // Never carried out: a man in the middle could add or remove its Idempotency-Key.
      const isOld = purpose === "tidings-principal-v2" && given.startsWith("v1=") && right("tidings-principal-v1");
      return { kind: isOld ? "outdated" : "forged" };
    }
    if (Math.abs(time.now() / 1000 - Number(timestamp)) > MAX_AGE_SECONDS) return { kind: "stale" };
    return (await nonces.take(nonce)) ? nonce : { kind: "replayed" };
  }

  async function judgeHeaders(call: ProxiedCall): Promise<ProxiedCalls> {
    const text = call.header("x-tidings-principal") ?? "";
    const checked = text === "" ? ({ kind: "forged" } as const) : await check("tidings-principal-v2", call, text);
    return typeof checked === "string" ? known(text, call.target, checked, true) : checked;
  }

  function judgeUrl(call: ProxiedCall): ProxiedCalls {
    const at = call.target.indexOf("?");
    const [path, pairs] = [call.target.slice(0, at), call.target.slice(at + 1).split("&")];
    const value = (name: string): string => {
      const own = pairs.filter((pair) => pair.startsWith(`tidings_${name}=`));
      return own.length === 1 ? (percentDecoded(own[0]!.slice(`tidings_${name}=`.length)) ?? "") : "";
    };
    const rest = pairs.filter((pair) => !/^tidings_(signature|principal|expires)=/.test(pair)).join("&");
    const target = rest === "" ? path : `${path}?${rest}`;
    const [principal, expires, given] = [value("principal"), value("expires"), value("signature")];
    if (principal === "" || !/^\d{1,12}$/.test(expires)) return { kind: "forged" };
    // A HEAD returns no more than a GET, so both share one signature.
    const method = call.method === "HEAD" ? "GET" : call.method;
    const signs = (one: string): boolean => isSignature(given, urlText(method, one, expires, principal), secret);
    if (!signs(target) && !(prefix !== "" && signs(prefix + target))) return { kind: "forged" };
    const left = Number(expires) - time.now() / 1000;
    // The companion signs no URL that stays valid for longer.
    if (left < 0 || left > 2 * MAX_AGE_SECONDS) return { kind: "stale" };
    return known(principal, target, null, false);
  }

  function known(text: string, target: string, nonce: string | null, hostBlocked: boolean): ProxiedCalls {
    const principal = readPrincipal(text);
    if (!principal) return { kind: "forged" };
    const { person, address, credential } = principal;
    const caller = person && {
      ...callerOf(person, granting),
      ...(credential !== null && { passwordId: credential }),
      ...(hostBlocked && { hostBlocked }),
    };
    return { kind: "known", caller, ip: address, target, nonce };
  }

  return {
    claims: (header, target) => HEADERS.some((name) => header(name) !== null) || IN_QUERY.test(target),
    judge: async (call) => (HEADERS.some((name) => call.header(name) !== null) ? judgeHeaders(call) : judgeUrl(call)),
    async revoke(call) {
      const checked = await check("tidings-revocation-v1", call, "");
      if (typeof checked !== "string") return checked;
      const users = usersOf(await call.body());
      await options.revoked(users);
      return { kind: "done", users: users.length };
    },
    async order(call) {
      const checked = await check("tidings-order-v1", call, "");
      return typeof checked === "string" ? { kind: "reported", body: await call.body() } : checked;
    },
  };
}

/** A list that cannot be read revokes everything: dropping too much is safe, dropping too little is not. */
function usersOf(body: Uint8Array): number[] {
  try {
    const json: unknown = JSON.parse(Buffer.from(body).toString("utf8"));
    return isRecord(json) && Array.isArray(json["users"]) ? json["users"].filter(isId) : [];
  } catch {
    return [];
  }
}
