import type { Detail } from "../error.ts";

/** Why a URL may not be called: it is not accepted here, or it resolves to a private network. */
export type UrlIssue = "invalid_url" | "private_address";

/** The issue of a parameter with a URL that may not be called. */
export function refusedUrl(field: string, code: UrlIssue): Detail {
  if (code === "invalid_url") return { field, code, message: "must be an https URL without user name and password" };
  return { field, code, message: "resolves to an address in a private network" };
}

/** The `code` of the error with which the outbound gate refuses an address before connecting. */
export const OUTBOUND_REFUSED = "OUTBOUND_REFUSED";

/** Every URL from the API or the console is checked here before it is stored, and again whenever it is called. */
export type OutboundGate = {
  /**
   * Checks a URL at registration. A name that cannot be resolved now passes: it is checked again at every connection.
   */
  check(url: string): Promise<UrlIssue | null>;
};
