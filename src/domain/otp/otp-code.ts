import { createHmac, timingSafeEqual, type KeyObject } from "node:crypto";

import type { Uuid } from "#lib/ids";

export const MIN_DIGITS = 4;
export const MAX_DIGITS = 10;
export const DEFAULT_DIGITS = 6;
/** A wrong code uses up an attempt; the right one ends the one-time password. */
export const OTP_TRIES = 5;

/** What a code belongs to. */
export type OtpIdentity = { readonly id: Uuid; readonly numberHash: Buffer; readonly digits: number };

/**
 * The code of a one-time password: digits of an HMAC under the installation's key, so it can be sent again without
 * being stored. 2^256 is so many times the number of codes that none is likelier than another.
 */
export function codeOf(key: KeyObject, { id, numberHash, digits }: OtpIdentity): string {
  const digest = createHmac("sha256", key).update(`one-time password\n${id}\n`).update(numberHash).digest("hex");
  return (BigInt(`0x${digest}`) % 10n ** BigInt(digits)).toString().padStart(digits, "0");
}

/**
 * Compared as digests of equal length, so that the time reveals neither the length nor the digits of the right code. A
 * code that was read as a number has lost its leading zeros.
 */
export function isCode(key: KeyObject, given: string, identity: OtpIdentity): boolean {
  const digest = (code: string): Buffer => createHmac("sha256", key).update(`compare\n${code}`).digest();
  return timingSafeEqual(digest(given.padStart(identity.digits, "0")), digest(codeOf(key, identity)));
}
