import { catalogError, type HttpError } from "../response/http-error.ts";
import type { ApiDeps, Client } from "../services.ts";

/** Where a call comes from according to the browser. Programs other than browsers do not say. */
export type Provenance = "own" | "foreign" | "unknown";

/**
 * Pages cannot forge Sec-Fetch-Site and Origin, and a form that a browser sends to another origin always has one of
 * them. A browser adds stored credentials, a cookie or those of HTTP Basic, to any page's call: so an unsafe method is
 * executed only if the call is from our own pages, or not from a browser.
 *
 * Sec-Fetch-Site takes precedence: a proxy that rewrites Host makes our own Origin look foreign, but cannot hide a
 * foreign one.
 */
export function provenanceOf(
  request: Request,
  client: Client,
  { isOwnOrigin }: Pick<ApiDeps, "isOwnOrigin">,
): Provenance {
  const site = request.headers.get("sec-fetch-site");
  if (site === "same-origin") return "own";
  // "none" means that the user typed the address or chose a bookmark. Any other value is another origin's.
  if (site !== null && site !== "none") return "foreign";
  const origin = request.headers.get("origin");
  if (origin === null) return "unknown";
  return isOwnOrigin(origin, client) ? "own" : "foreign";
}

export function foreignOrigin(): HttpError {
  return catalogError("foreign_origin");
}

/** Methods that change nothing (RFC 9110 §9.2.1). */
export function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}
