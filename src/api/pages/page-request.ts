import { timingSafeEqual } from "node:crypto";

import { readInput } from "../read-body.ts";

export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Maximum bytes of a form: the longest password in its longest encoding has 3 kB. The sign-in is open to everyone, and
 * the size that the API accepts from authenticated callers takes a second to parse.
 */
const LONGEST_FORM = 16_384;

/** Form fields as strings; anything else, or text that cannot be stored, counts as empty. */
export async function formFields(request: Request): Promise<(name: string) => string> {
  const { fields } = await readInput(request, {}, LONGEST_FORM);
  return (name) => {
    const value = fields.get(name);
    return typeof value === "string" && value.isWellFormed() && !value.includes("\0") ? value : "";
  };
}

/** A path on this site, otherwise the profile: an open redirect would turn the sign-in into a phishing tool. */
export function safeNext(next: string): string {
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(next) ? next : "/profile";
}

export function redirect(to: string, cookie?: string): Response {
  const headers = new Headers({ Location: to, "Cache-Control": "no-store" });
  if (cookie !== undefined) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}
