import { createHash, createHmac, randomBytes } from "node:crypto";

/** What the companion plugin sends, written from the page that both sides keep to and not from our own code. */
export type SignedAs = {
  readonly id: number;
  readonly login?: string;
  readonly roles?: readonly string[];
  readonly capabilities: readonly string[];
  readonly address?: string;
  readonly credential?: string;
};

export type SignedRequest = { method: string; target: string; body?: string; headers: Record<string, string> };

/** @param secret base64url of 32 bytes */
export function companionOf(secret: string, now = () => Math.floor(Date.now() / 1000)) {
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

  return {
    /** A call that the site passes on for somebody whom it knows; id 0: for somebody whom it does not know. */
    call(as: SignedAs, method: string, target: string, json?: unknown, at = now()): SignedRequest {
      const body = json === undefined ? "" : JSON.stringify(json);
      const principal = Buffer.from(JSON.stringify(as)).toString("base64url");
      return {
        method,
        target,
        ...(json !== undefined && { body }),
        headers: {
          ...headers("tidings-principal-v1", method, target, body, principal, at),
          "X-Tidings-Principal": principal,
          ...(json !== undefined && { "Content-Type": "application/json" }),
        },
      };
    },
    revocation(users: readonly number[], at = now(), target = "/svc/v1/host/revocations"): SignedRequest {
      const body = JSON.stringify({ users });
      const signed = headers("tidings-revocation-v1", "POST", target, body, "", at);
      return { method: "POST", target, body, headers: { ...signed, "Content-Type": "application/json" } };
    },
    /** Where a browser is sent with what does not go through PHP. */
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
