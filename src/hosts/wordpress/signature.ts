import { createHmac, hash, timingSafeEqual, type KeyObject } from "node:crypto";

/** Seconds for which a signed call may be under way, in either direction of a clock that differs. */
export const MAX_AGE_SECONDS = 60;

/**
 * Request headers that change what a call does or how it is answered, in the order in which they are signed. X-Request-Id
 * and If-* are passed on unsigned: proxies set or drop them, and no call's outcome follows from them.
 */
const SIGNED_HEADERS = ["accept", "accept-language", "content-type", "idempotency-key", "last-event-id", "prefer"];

/** What is signed of a call that came by way of the site. */
export type SignedCall = {
  /**
   * First line of the text, so that no signature of one purpose is good for another. Version 1 of a principal is that of
   * companions before 1.1.0, which covers no header: it is known only to be refused in words that help.
   */
  readonly purpose: "tidings-principal-v2" | "tidings-principal-v1" | "tidings-revocation-v1" | "tidings-order-v1";
  readonly method: string;
  readonly target: string;
  readonly body: Uint8Array;
  readonly timestamp: string;
  readonly nonce: string;
  /** As it stands in the header; "" where the purpose has none. */
  readonly principal: string;
  /** Gives the value of a request header; null: the call has none. */
  readonly header: (name: string) => string | null;
};

export function callText({ purpose, method, target, body, header, ...call }: SignedCall): string {
  const covered = purpose === "tidings-principal-v2" ? [headersHash(header)] : [];
  const { timestamp, nonce, principal } = call;
  return [purpose, method, target, ...covered, hash("sha256", body, "hex"), timestamp, nonce, principal].join("\n");
}

/** A header that is absent has no line, so that none can be added, taken away or repeated: repeated ones are joined. */
function headersHash(header: SignedCall["header"]): string {
  const lines = SIGNED_HEADERS.flatMap((name) => {
    const value = header(name);
    return value === null ? [] : [`${name}:${value}`];
  });
  // A header's value is given as one letter for each byte.
  return hash("sha256", Buffer.from(lines.join("\n"), "latin1"), "hex");
}

/** @param target path and query without the three parameters that sign it */
export function urlText(method: string, target: string, expires: string, principal: string): string {
  return ["tidings-url-v1", method, target, expires, principal].join("\n");
}

export function sign(text: string, secret: KeyObject): string {
  const version = text.startsWith("tidings-principal-v2\n") ? "v2" : "v1";
  return `${version}=${createHmac("sha256", secret).update(text).digest("hex")}`;
}

/** Takes as long for every wrong one. */
export function isSignature(given: string, text: string, secret: KeyObject): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(sign(text, secret))];
  return left.length === right.length && timingSafeEqual(left, right);
}
