/** Why an address may not be called: not a URL that is taken here, or one that leads into a private network. */
export type UrlIssue = "invalid_url" | "private_address";

/** The `code` of the error with which the outbound gate refuses an address before it connects. */
export const OUTBOUND_REFUSED = "OUTBOUND_REFUSED";

/** The gate that every URL from the API or the console passes before it is stored, and again whenever it is called. */
export type OutboundGate = {
  /**
   * Judges a URL at registration. A name that cannot be resolved now passes: it is judged again at every connection.
   */
  check(url: string): Promise<UrlIssue | null>;
};
