import { createHmac, timingSafeEqual, type KeyObject } from "node:crypto";

import { hour, second } from "#lib/time";

/** A form that is sent sooner was filled in by a program: a person needs longer. */
const EARLIEST_MS = 3 * second;
const LATEST_MS = 2 * hour;

const TIME = 6;
const NONCE = 12;
const MAC = 16;

export const NONCE_BYTES = NONCE;

export type FormToken =
  | { readonly kind: "good"; readonly nonce: Buffer }
  /**
   * `late`: it was valid, but has expired. `early`: sent sooner than a person could. `forged`: not issued here, or for
   * another form.
   */
  | { readonly kind: "early" | "late" | "forged" };

/** Proves that a form was fetched from this service, and when. @param now milliseconds by the database's clock */
export function issueFormToken(key: KeyObject, slug: string, now: number, nonce: Uint8Array): string {
  const head = Buffer.alloc(TIME + NONCE);
  head.writeUIntBE(Math.max(0, Math.floor(now)), 0, TIME);
  head.set(nonce.subarray(0, NONCE), TIME);
  return Buffer.concat([head, macOf(key, slug, head)]).toString("base64url");
}

export function readFormToken(key: KeyObject, slug: string, token: string, now: number): FormToken {
  const bytes = Buffer.from(token.slice(0, 100), "base64url");
  if (bytes.length !== TIME + NONCE + MAC) return { kind: "forged" };
  const head = bytes.subarray(0, TIME + NONCE);
  if (!timingSafeEqual(bytes.subarray(TIME + NONCE), macOf(key, slug, head))) return { kind: "forged" };
  const age = now - head.readUIntBE(0, TIME);
  if (age < EARLIEST_MS) return { kind: "early" };
  return age > LATEST_MS ? { kind: "late" } : { kind: "good", nonce: Buffer.from(head.subarray(TIME)) };
}

function macOf(key: KeyObject, slug: string, head: Buffer): Buffer {
  return createHmac("sha256", key).update(`form token\n${slug}\n`).update(head).digest().subarray(0, MAC);
}
