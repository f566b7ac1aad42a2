import type { Detail } from "../error.ts";
import { defineSection } from "../settings/section.ts";

/** Decimals as text, per segment, by the beginning of the number: the longest one that fits counts. */
export type PriceList = readonly { readonly prefix: string; readonly price: string }[];

/** What a segment costs at the gateways, as stated by the operator: providers do not report prices reliably. */
export type PriceSettings = {
  /** ISO 4217; null: no prices are set. */
  readonly currency: string | null;
  /** Those of every gateway, unless it has one of its own that fits. */
  readonly segments: PriceList;
  readonly gateways: readonly { readonly gateway: string; readonly segments: PriceList }[];
};

/** Prices are read each second while messages leave. */
const MAX_PRICES = 5_000;

export const priceSection = defineSection<PriceSettings>({
  name: "prices",
  defaults: { currency: null, segments: [], gateways: [] },
  check({ currency, segments, gateways }) {
    const issues: Detail[] = [];
    const count = gateways.reduce((sum, one) => sum + one.segments.length, segments.length);
    if (currency === null && count > 0)
      issues.push({ field: "currency", code: "required", message: "is required if there are prices" });
    if (count > MAX_PRICES)
      issues.push({ field: "gateways", code: "too_many", message: `has more than ${MAX_PRICES} prices in all` });
    for (const [index, { gateway }] of gateways.entries()) {
      if (gateways.findIndex((one) => one.gateway === gateway) === index) continue;
      issues.push({ field: `gateways[${index}].gateway`, code: "taken", message: "is listed above already" });
    }
    return issues;
  },
});

/** The prices, indexed for lookups. */
export type PriceTable = {
  readonly currency: string | null;
  /** The prefixes that have a price of their own at one of these gateways. */
  prefixesAt(gateways: readonly string[]): readonly string[];
  /**
   * The price of a segment to a number, or to numbers that begin like this; null: none is set.
   *
   * @param gateway the one that sends it; null: the prices of them all
   */
  priceOf(gateway: string | null, number: string): string | null;
  /** The same, in millionths. */
  millionthsOf(gateway: string | null, number: string): number | null;
  /** The prices that some number has at one of these gateways; null: at any. */
  pricesAt(gateways: readonly string[] | null): readonly string[];
  /** Whether every number has a price at each of these gateways. */
  covers(gateways: readonly string[]): boolean;
};

const ALL_OTHERS = "+";

export function priceTable({ currency, segments, gateways }: PriceSettings): PriceTable {
  const common = lookup(segments);
  const own = new Map(gateways.map((one) => [one.gateway, lookup(one.segments)]));
  const isCovered = (gateway: string): boolean => own.get(gateway)?.byPrefix.has(ALL_OTHERS) ?? false;
  const priceOf = (gateway: string | null, number: string): string | null =>
    (gateway === null ? null : own.get(gateway)?.find(number)) ?? common.find(number);
  return {
    currency,
    prefixesAt: (names) =>
      [common, ...names.flatMap((name) => own.get(name) ?? [])].flatMap((list) => [...list.byPrefix.keys()]),
    priceOf,
    millionthsOf(gateway, number) {
      const price = priceOf(gateway, number);
      return price === null ? null : millionths(price);
    },
    pricesAt(names) {
      const gateways = names ?? [...own.keys()];
      const shared = names === null || !names.every(isCovered) ? [...common.byPrefix.values()] : [];
      return [...shared, ...gateways.flatMap((name) => [...(own.get(name)?.byPrefix.values() ?? [])])];
    },
    covers: (names) => common.byPrefix.has(ALL_OTHERS) || (names.length > 0 && names.every(isCovered)),
  };
}

/** Looks up each prefix of the number: a message is priced when it is sent, and there may be a thousand prices. */
function lookup(list: PriceList) {
  const byPrefix = new Map(list.map(({ prefix, price }) => [prefix, price]));
  const longest = Math.max(0, ...list.map(({ prefix }) => prefix.length));
  return {
    byPrefix,
    find(number: string): string | null {
      for (let length = Math.min(longest, number.length); length > 0; length -= 1) {
        const price = byPrefix.get(number.slice(0, length));
        if (price !== undefined) return price;
      }
      return null;
    },
  };
}

/** Prices are added as whole millionths: sums of decimals would not be exact. */
const MILLION = 1_000_000;

/** Millionths of the currency for a decimal such as "0.0745". */
export const millionths = (price: string): number => Math.round(Number(price) * MILLION);

/** A sum of millionths as a decimal: 74500 becomes "0.0745". */
export function decimal(sum: number): string {
  const text = (sum / MILLION).toFixed(6);
  return text.replace(/(\.\d\d\d*?)0+$/, "$1");
}
