import { createHmac, hash, timingSafeEqual, type KeyObject } from "node:crypto";

/** Seconds for which a signed call may be under way, in either direction of a clock that differs. */
export const MAX_AGE_SECONDS = 60;

/** What is signed of a call that came by way of the site. */
export type SignedCall = {
  /** First line of the text, so that no signature of one purpose is good for another. */
  readonly purpose: "tidings-principal-v1" | "tidings-revocation-v1";
  readonly method: string;
  readonly target: string;
  readonly body: Uint8Array;
  readonly timestamp: string;
  readonly nonce: string;
  /** As it stands in the header; "" where the purpose has none. */
  readonly principal: string;
};

export function callText({ purpose, method, target, body, timestamp, nonce, principal }: SignedCall): string {
  return [purpose, method, target, hash("sha256", body, "hex"), timestamp, nonce, principal].join("\n");
}

/** @param target path and query without the three parameters that sign it */
export function urlText(method: string, target: string, expires: string, principal: string): string {
  return ["tidings-url-v1", method, target, expires, principal].join("\n");
}

export function sign(text: string, secret: KeyObject): string {
  return `v1=${createHmac("sha256", secret).update(text).digest("hex")}`;
}

/** Takes as long for every wrong one. */
export function isSignature(given: string, text: string, secret: KeyObject): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(sign(text, secret))];
  return left.length === right.length && timingSafeEqual(left, right);
}
