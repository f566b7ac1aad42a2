import { timingSafeEqual } from "node:crypto";

import { SESSION_COOKIE } from "../authenticate.ts";
import { readInput } from "../read-body.ts";
import type { Client } from "../services.ts";

/** Whether one of our own pages sent the form. Browsers say so themselves; who says nothing is no browser. */
export function fromOurPages(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = request.headers.get("origin");
  const host = request.headers.get("host");
  if (origin === null || host === null || !URL.canParse(origin)) return false;
  return new URL(origin).host === host;
}

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

export function sessionCookie(token: string, seconds: number, client: Client): string {
  // Off loopback, confidential means HTTPS; on loopback a Secure cookie would not come back over http.
  const secure = client.confidential && !/^(127\.|::1$)/.test(client.ip) ? "; Secure" : "";
  return `${SESSION_COOKIE}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

export function sessionToken(request: Request): string | undefined {
  const cookies = request.headers.get("cookie") ?? "";
  return new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([^;\\s]+)`).exec(cookies)?.[1];
}

export function redirect(to: string, cookie?: string): Response {
  const headers = new Headers({ Location: to, "Cache-Control": "no-store" });
  if (cookie !== undefined) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}
