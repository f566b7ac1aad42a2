import type { ApiDeps, Client } from "./services.ts";

/** Where a browser says that a call comes from. A program that is no browser says nothing. */
export type Provenance = "own" | "foreign" | "unsaid";

/**
 * Pages cannot forge Sec-Fetch-Site and Origin, and a form that a browser sends to another origin always has one of them.
 * A browser adds credentials that it knows, a cookie or those of HTTP Basic, to whatever page's call: so an unsafe method
 * is done only where the call is from our own pages, or from no browser.
 *
 * Sec-Fetch-Site comes first: a proxy that rewrites Host makes our own Origin look foreign, and cannot hide a foreign one.
 */
export function provenanceOf(
  request: Request,
  client: Client,
  { isOwnOrigin }: Pick<ApiDeps, "isOwnOrigin">,
): Provenance {
  const site = request.headers.get("sec-fetch-site");
  if (site === "same-origin") return "own";
  // "none" is what somebody typed or chose himself. Whatever else may come is another origin's.
  if (site !== null && site !== "none") return "foreign";
  const origin = request.headers.get("origin");
  if (origin === null) return "unsaid";
  return isOwnOrigin(origin, client) ? "own" : "foreign";
}

/** Methods that change nothing (RFC 9110 §9.2.1). */
export function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}
