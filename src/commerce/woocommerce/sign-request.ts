import { createHmac } from "node:crypto";

import type { ShopSettings } from "./dsn.ts";

/** What distinguishes one signed call from the next. */
export type Freshness = {
  /** Seconds since 1970. */
  readonly seconds: number;
  readonly nonce: string;
};

/** The signed parts: the address of the call as the shop sees it, without its query, and the query. */
export type Signed = { readonly address: string; readonly query: URLSearchParams };

/**
 * The credentials of one call: headers, and query parameters to add.
 *
 * HTTP Basic, or OAuth 1.0a (RFC 5849 §3.4, HMAC-SHA256, no token), which signs the call without transmitting the
 * secret.
 *
 * @param call null: HTTP Basic
 */
export function signRequest(
  { user, password }: Pick<ShopSettings, "user" | "password">,
  call: Signed | null,
  { seconds, nonce }: Freshness,
): { readonly headers: Readonly<Record<string, string>>; readonly query: readonly (readonly [string, string])[] } {
  if (call === null) {
    const pair = Buffer.from(`${user}:${password.reveal()}`).toString("base64");
    return { headers: { Authorization: `Basic ${pair}` }, query: [] };
  }
  const signed: [string, string][] = [
    ["oauth_consumer_key", user],
    ["oauth_nonce", nonce],
    ["oauth_signature_method", "HMAC-SHA256"],
    ["oauth_timestamp", String(seconds)],
  ];
  const parameters = [...call.query, ...signed]
    .map(([name, value]) => [encode(name), encode(value)] as const)
    // By name, then by value: `a-b` comes after `a`, though - comes before =.
    .toSorted(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
    .map((pair) => pair.join("="))
    .join("&");
  const base = ["GET", encode(call.address), encode(parameters)].join("&");
  const signature = createHmac("sha256", `${encode(password.reveal())}&`)
    .update(base)
    .digest("base64");
  return { headers: {}, query: [...signed, ["oauth_signature", signature]] };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** RFC 3986 encoding, as OAuth requires: stricter than `encodeURIComponent`. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
