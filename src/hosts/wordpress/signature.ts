import { createHmac, hash, timingSafeEqual, type KeyObject } from "node:crypto";

import type { SignInAttempt } from "#domain/access/platform-sign-in";

/** Seconds for which a signed call may be in transit, and by which the two clocks may differ in either direction. */
export const MAX_AGE_SECONDS = 60;

/**
 * Request headers that change what a call does or how it is answered, in the order in which they are signed.
 * X-Request-Id and If-* are forwarded unsigned: proxies set or drop them, and no call's outcome depends on them.
 */
const SIGNED_HEADERS = ["accept", "accept-language", "content-type", "idempotency-key", "last-event-id", "prefer"];

/** The signed parts of a call that the site proxied. */
export type SignedCall = {
  /**
   * First line of the signed text, so that a signature for one purpose is not valid for another. Version 1 of a
   * principal comes from companions before 1.1.0 and covers no headers: it is recognized only to refuse it with a
   * helpful message.
   */
  readonly purpose: "tidings-principal-v2" | "tidings-principal-v1" | "tidings-revocation-v1" | "tidings-order-v1";
  readonly method: string;
  readonly target: string;
  readonly body: Uint8Array;
  readonly timestamp: string;
  readonly nonce: string;
  /** As it appears in the header; "" where the purpose has none. */
  readonly principal: string;
  /** Returns the value of a request header; null: the call has none. */
  readonly header: (name: string) => string | null;
};

export function callText({ purpose, method, target, body, header, ...call }: SignedCall): string {
  const covered = purpose === "tidings-principal-v2" ? [headersHash(header)] : [];
  const { timestamp, nonce, principal } = call;
  return [purpose, method, target, ...covered, hash("sha256", body, "hex"), timestamp, nonce, principal].join("\n");
}

/** An absent header has no line, so none can be added, removed or repeated: repeated headers are joined. */
function headersHash(header: SignedCall["header"]): string {
  const lines = SIGNED_HEADERS.flatMap((name) => {
    const value = header(name);
    return value === null ? [] : [`${name}:${value}`];
  });
  // A header's value has one character per byte.
  return hash("sha256", Buffer.from(lines.join("\n"), "latin1"), "hex");
}

/** @param target path and query without the three signature parameters */
export function urlText(method: string, target: string, expires: string, principal: string): string {
  return ["tidings-url-v1", method, target, expires, principal].join("\n");
}

/** @param expires seconds since 1970 */
export function signInRequestText({ state, returnTo }: SignInAttempt, expires: string): string {
  return ["tidings-sign-in-request-v1", state, returnTo, expires].join("\n");
}

/** Bound to the attempt: valid neither in another browser nor at another service. */
export function signInAnswerText({ state, returnTo }: SignInAttempt, expires: string, principal: string): string {
  return ["tidings-sign-in-v1", state, returnTo, expires, principal].join("\n");
}

export function sign(text: string, secret: KeyObject): string {
  const version = text.startsWith("tidings-principal-v2\n") ? "v2" : "v1";
  return `${version}=${createHmac("sha256", secret).update(text).digest("hex")}`;
}

/** Constant-time: every wrong signature takes equally long. */
export function isSignature(given: string, text: string, secret: KeyObject): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(sign(text, secret))];
  return left.length === right.length && timingSafeEqual(left, right);
}
