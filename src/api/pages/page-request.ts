import { timingSafeEqual } from "node:crypto";

import { readInput } from "../read-body.ts";

export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Bytes of a form: the longest password in its longest spelling has 3 kB. The sign-in is open to everybody, and what the
 * API takes of those it knows costs a second to take apart.
 */
const LONGEST_FORM = 16_384;

/** Form fields as text; what is no text, or is text that cannot be stored, counts as empty. */
export async function formFields(request: Request): Promise<(name: string) => string> {
  const { fields } = await readInput(request, {}, LONGEST_FORM);
  return (name) => {
    const value = fields.get(name);
    return typeof value === "string" && value.isWellFormed() && !value.includes("\0") ? value : "";
  };
}

/** A path on this site, or the profile: an address that leads elsewhere would make the sign-in a trap. */
export function safeNext(next: string): string {
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(next) ? next : "/profile";
}

export function redirect(to: string, cookie?: string): Response {
  const headers = new Headers({ Location: to, "Cache-Control": "no-store" });
  if (cookie !== undefined) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}
