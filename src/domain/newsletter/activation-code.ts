import { createHmac, timingSafeEqual, type KeyObject } from "node:crypto";

import type { Phone } from "../recipients/phone.ts";

const CODE_DIGITS = 6;
export const CODE_SECONDS = 15 * 60;
export const CODE_TRIES = 5;
export const RESEND_SECONDS = 60;
/** With 5 attempts each, a stranger who requests codes all day guesses one with a chance of 1 in 20,000. */
const CODES_A_DAY = 10;

const DAY_SECONDS = 86_400;

/** Seconds until a number may get another code; 0: now. Ages are in seconds, the newest request first. */
export function codeWait(codeAge: number | null, requestAges: readonly number[]): number {
  const minute = codeAge === null ? 0 : RESEND_SECONDS - codeAge;
  const oldest = requestAges[CODES_A_DAY - 1];
  const day = oldest === undefined ? 0 : DAY_SECONDS - oldest;
  return Math.ceil(Math.max(0, minute, day));
}

/** Unpredictable bytes. */
export type Random = (bytes: number) => Uint8Array;

const CODES = 10 ** CODE_DIGITS;
const FAIR = Math.floor(2 ** 32 / CODES) * CODES;

/** Six digits, every code equally likely: draws beyond the last whole multiple are discarded. */
export function newCode(random: Random): string {
  for (;;) {
    const bytes = random(4);
    const draw = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0);
    if (draw < FAIR) return String(draw % CODES).padStart(CODE_DIGITS, "0");
  }
}

/**
 * The hash that is stored instead of a code. Keyed: otherwise a stolen hash of one in a million codes is cracked in a
 * second.
 */
export function hashCode(key: KeyObject, phone: Phone, code: string): Buffer {
  return createHmac("sha256", key).update(`opt-in code\n${phone}\n${code}`).digest();
}

/** Takes as long for a missing hash as for a wrong one. */
export function matchesCode(key: KeyObject, phone: Phone, code: string, stored: Buffer | null): boolean {
  const given = hashCode(key, phone, code);
  const same = timingSafeEqual(given, stored?.length === given.length ? stored : Buffer.alloc(given.length));
  return same && stored !== null;
}
