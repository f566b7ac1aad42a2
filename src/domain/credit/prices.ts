import { defineSection } from "../settings/section.ts";

/** What a segment costs at the gateways, as the operator states it: no provider reports it in a way to rely on. */
export type PriceSettings = {
  /** ISO 4217; null: no prices are set. */
  readonly currency: string | null;
  /** By the beginning of the number: the longest one that fits counts. Decimals as text, per segment. */
  readonly segments: readonly { readonly prefix: string; readonly price: string }[];
};

export const priceSection = defineSection<PriceSettings>({
  name: "prices",
  defaults: { currency: null, segments: [] },
  check: ({ currency, segments }) =>
    currency === null && segments.length > 0
      ? [{ field: "currency", code: "required", message: "is required if there are prices" }]
      : [],
});

/** Prices are added as whole millionths: sums of decimals would not be exact. */
const MILLION = 1_000_000;

/** Millionths of the currency for a decimal such as "0.0745". */
export const millionths = (price: string): number => Math.round(Number(price) * MILLION);

/** A sum of millionths as a decimal: 74500 becomes "0.0745". */
export function decimal(sum: number): string {
  const text = (sum / MILLION).toFixed(6);
  return text.replace(/(\.\d\d\d*?)0+$/, "$1");
}
