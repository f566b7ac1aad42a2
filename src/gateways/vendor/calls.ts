import { timingSafeEqual } from "node:crypto";

import type { Inbound, ProviderCall, ProviderNews, Receipt } from "#domain/ports/gateway";

/** A header of a vendor's call, whatever the case of its name. */
export function headerOf(call: ProviderCall, name: string): string | undefined {
  return Object.entries(call.headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

/** Compares two texts in a time that does not tell where they differ. */
export function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Fields of a form body, or of the query where the call has no body. The first of repeated ones counts. */
export function fieldsOf(call: ProviderCall): URLSearchParams {
  return call.body === "" ? new URLSearchParams(call.query) : new URLSearchParams(call.body);
}

const OK = { status: 200, body: "", contentType: "text/plain" };

/**
 * What was read from a vendor's call.
 *
 * @param reply the body that the vendor insists on; absent: an empty 200
 */
export function news(
  found: { readonly receipts?: readonly Receipt[]; readonly inbound?: readonly Inbound[] },
  reply: Partial<typeof OK> = {},
): ProviderNews {
  return { receipts: found.receipts ?? [], inbound: found.inbound ?? [], reply: { ...OK, ...reply } };
}

/** A receipt of the parts that are known; empty ones stay out. */
export function receiptOf(
  state: Receipt["state"],
  parts: { [Part in Exclude<keyof Receipt, "state">]?: string | undefined },
): Receipt {
  return { ...Object.fromEntries(Object.entries(parts).filter(([, value]) => value)), state };
}
