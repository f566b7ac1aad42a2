import { createHash, createHmac, randomBytes } from "node:crypto";

/** The calls of the companion plugin, written from the reference that both sides follow and not from our own code. */
export type SignedAs = {
  readonly id: number;
  readonly login?: string;
  readonly roles?: readonly string[];
  readonly capabilities: readonly string[];
  readonly address?: string;
  readonly credential?: string;
};

type Sent = Readonly<Record<string, string>>;

export type SignedRequest = { method: string; target: string; body?: string; headers: Record<string, string> };

/** The signed headers of a call, in this order. */
const SIGNED = ["accept", "accept-language", "content-type", "idempotency-key", "last-event-id", "prefer"];

/**
 * @param secret  base64url of 32 bytes
 * @param version of the signature: 1 is what companions before 1.1.0 made
 */
export function companionOf(secret: string, now = () => Math.floor(Date.now() / 1000), version: 1 | 2 = 2) {
  const key = Buffer.from(secret, "base64url");
  const hmac = (text: string): string => `v1=${createHmac("sha256", key).update(text, "utf8").digest("hex")}`;
  const sha = (body: string): string => createHash("sha256").update(body, "utf8").digest("hex");

  function headers(purpose: string, method: string, target: string, body: string, principal: string, at: number) {
    const nonce = randomBytes(16).toString("base64url");
    return {
      "X-Tidings-Timestamp": String(at),
      "X-Tidings-Nonce": nonce,
      "X-Tidings-Signature": hmac([purpose, method, target, sha(body), at, nonce, principal].join("\n")),
    };
  }

  /** Version 2 has one line more: the hash of the headers. */
  function covering(sent: Sent, method: string, target: string, body: string, principal: string, at: number) {
    const given = Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value] as const);
    const lines = SIGNED.flatMap((name) => given.filter(([one]) => one === name).map((pair) => pair.join(":")));
    const digest = createHash("sha256").update(lines.join("\n"), "latin1").digest("hex");
    const nonce = randomBytes(16).toString("base64url");
    const text = ["tidings-principal-v2", method, target, digest, sha(body), at, nonce, principal].join("\n");
    return {
      "X-Tidings-Timestamp": String(at),
      "X-Tidings-Nonce": nonce,
      "X-Tidings-Signature": hmac(text).replace("v1=", "v2="),
    };
  }

  return {
    /** A call that the site proxies for a person it knows; id 0: for a person it does not know. */
    call(as: SignedAs, method: string, target: string, json?: unknown, at = now(), more: Sent = {}): SignedRequest {
      const body = json === undefined ? "" : JSON.stringify(json);
      const principal = Buffer.from(JSON.stringify(as)).toString("base64url");
      const sent: Sent = { ...(json !== undefined && { "Content-Type": "application/json" }), ...more };
      const signed =
        version === 1
          ? headers("tidings-principal-v1", method, target, body, principal, at)
          : covering(sent, method, target, body, principal, at);
      return {
        method,
        target,
        ...(json !== undefined && { body }),
        headers: { ...signed, "X-Tidings-Principal": principal, ...sent },
      };
    },
    revocation(users: readonly number[], at = now(), target = "/svc/v1/host/revocations"): SignedRequest {
      const body = JSON.stringify({ users });
      const signed = headers("tidings-revocation-v1", "POST", target, body, "", at);
      return { method: "POST", target, body, headers: { ...signed, "Content-Type": "application/json" } };
    },
    /** The query with which the site sends a browser back, for the request that brought it; null: it is not signed. */
    signIn(request: URL, as: SignedAs & { readonly stamp: string }, expires = now() + 60): URLSearchParams | null {
      const value = (name: string): string => request.searchParams.get(`tidings_${name}`) ?? "";
      const [state, back] = [value("sign_in"), value("return")];
      const asked = hmac(["tidings-sign-in-request-v1", state, back, value("expires")].join("\n"));
      if (asked !== value("signature")) return null;
      const principal = Buffer.from(JSON.stringify(as)).toString("base64url");
      return new URLSearchParams({
        tidings_state: state,
        tidings_expires: String(expires),
        tidings_principal: principal,
        tidings_signature: hmac(["tidings-sign-in-v1", state, back, expires, principal].join("\n")),
      });
    },
    /** Where a browser is sent for what does not go through PHP. */
    address(as: SignedAs, method: string, target: string, expires = now() + 60): string {
      const principal = Buffer.from(JSON.stringify(as)).toString("base64url");
      const signature = hmac(["tidings-url-v1", method, target, expires, principal].join("\n"));
      const query = new URLSearchParams({
        tidings_principal: principal,
        tidings_expires: String(expires),
        tidings_signature: signature,
      });
      return `${target}${target.includes("?") ? "&" : "?"}${query}`;
    },
  };
}
