import { hour } from "#lib/time";
import type { SecretBox } from "#lib/secret-box";

import type { Phone } from "../recipients/phone.ts";

/**
 * Represents the number between the form and its code. Sealed, so that only the person who entered a number can try
 * codes for it, and a page that is left open does not reveal it.
 */
const KEPT_MS = hour;

const contextOf = (slug: string): string => `form number:${slug}`;

export function sealNumber(box: Pick<SecretBox, "seal">, slug: string, phone: Phone, now: number): string {
  return box.seal(`${Math.floor(now)} ${phone}`, contextOf(slug)).toString("base64url");
}

/** The number; null: forged, of another form, or too old. */
export function openNumber(box: Pick<SecretBox, "open">, slug: string, sealed: string, now: number): Phone | null {
  let plain: string;
  try {
    plain = box.open(Buffer.from(sealed.slice(0, 400), "base64url"), contextOf(slug));
  } catch {
    return null;
  }
  const [at = "", phone = ""] = plain.split(" ");
  return now - Number(at) <= KEPT_MS ? (phone as Phone) : null;
}
