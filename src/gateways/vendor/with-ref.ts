/** The address for receipts with our reference in its query, unless it is there already. */
export function withRef(receiptUrl: string, ref: string): string {
  if (!URL.canParse(receiptUrl)) return receiptUrl;
  const url = new URL(receiptUrl);
  if (!url.searchParams.has("ref")) url.searchParams.set("ref", ref);
  return url.href;
}
