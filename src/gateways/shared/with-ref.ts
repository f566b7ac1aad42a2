/** The address for receipts with our reference in its query, unless it is already there. */
export function withRef(receiptUrl: string, ref: string): string {
  if (!URL.canParse(receiptUrl)) return receiptUrl;
  const url = new URL(receiptUrl);
  if (!url.searchParams.has("ref")) url.searchParams.set("ref", ref);
  return url.href;
}

/**
 * The address without our reference: for a call that carries several people's messages, or a vendor that returns the
 * reference in a field and may sign its fields alone.
 */
export function withoutRef(receiptUrl: string): string {
  if (!URL.canParse(receiptUrl)) return receiptUrl;
  const url = new URL(receiptUrl);
  url.searchParams.delete("ref");
  return url.href;
}
