import { createHmac, timingSafeEqual, type KeyObject } from "node:crypto";

/** The addresses that providers call. They follow from a gateway's name, so they stay while its settings change. */
export type ReceiptAddresses = {
  /** Whether a token is the one in a gateway's receipt address. */
  isReceiptToken(gateway: string, token: string): boolean;
  /** Where a provider reports on one delivery; undefined if it cannot be reached from outside. */
  receiptUrl(gateway: string, reference: string): string | undefined;
  /** Where a provider reports on all deliveries and posts replies: for the provider's own settings. */
  receiptAddress(gateway: string): string | null;
};

/** More names than there can be gateways; a caller may ask for any name. */
const MAX_KEPT = 200;

export function receiptAddresses(tools: {
  readonly key: KeyObject;
  readonly publicUrl: string | null;
  readonly basePath: string;
}): ReceiptAddresses {
  const sign = (name: string): string => createHmac("sha256", tools.key).update(name).digest("base64url").slice(0, 32);
  // Needed for every delivery and every receipt: signed each time, it was a sixth of the cost of a delivery over SMPP.
  const tokens = new Map<string, string>();
  const tokenOf = (name: string): string => {
    const known = tokens.get(name);
    if (known !== undefined) return known;
    const token = sign(name);
    if (tokens.size < MAX_KEPT) tokens.set(name, token);
    return token;
  };
  const receiptAddress = (name: string): string | null =>
    tools.publicUrl === null
      ? null
      : `${tools.publicUrl}${tools.basePath}/receipts/${encodeURIComponent(name)}/${tokenOf(name)}`;
  return {
    isReceiptToken(gateway, token) {
      const expected = Buffer.from(tokenOf(gateway));
      const given = Buffer.from(token);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    receiptAddress,
    receiptUrl(gateway, reference) {
      const address = receiptAddress(gateway);
      return address === null ? undefined : `${address}?ref=${encodeURIComponent(reference)}`;
    },
  };
}
