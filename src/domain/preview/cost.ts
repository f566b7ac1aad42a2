import { balanceOf } from "../credit/balance.ts";
import { decimal, millionths, type PriceTable } from "../credit/prices.ts";
import type { StoredCredit } from "../credit/credit-store.ts";
import { countryOfPrefix } from "../recipients/country.ts";
import type { Country } from "../recipients/phone.ts";

export type CostOfPrefix = {
  readonly prefix: string;
  readonly country: Country | null;
  readonly people: number;
  readonly segments: number;
  /** The one whose price is assumed. */
  readonly gateway: string;
  /** Decimals; null: no price is set for these numbers. */
  readonly price: string | null;
  readonly cost: string | null;
};

export type PreviewedCost = {
  readonly currency: string;
  readonly total: string;
  /** People whose numbers have no price: they are not in the total. */
  readonly unpriced: number;
} | null;

export const sum = (numbers: Iterable<number>): number => {
  let total = 0;
  for (const one of numbers) total += one;
  return total;
};

/**
 * @param gatewayOf the one that is assumed to send, by the beginning of the number
 * @param segments of a person, on average, by the same
 */
export function countriesOf(
  people: ReadonlyMap<string, number>,
  prices: PriceTable,
  gatewayOf: (prefix: string) => string,
  segments: (prefix: string) => number,
): readonly CostOfPrefix[] {
  return [...people]
    .map(([prefix, count]) => {
      const gateway = gatewayOf(prefix);
      const price = prices.priceOf(gateway, prefix);
      const parts = Math.round(count * segments(prefix));
      return {
        prefix,
        country: countryOfPrefix(prefix),
        people: count,
        segments: parts,
        gateway,
        price,
        cost: price === null ? null : decimal(millionths(price) * parts),
      };
    })
    .toSorted((a, b) => b.people - a.people || (a.prefix < b.prefix ? -1 : 1));
}

export function costOf(countries: readonly CostOfPrefix[], { currency }: Pick<PriceTable, "currency">): PreviewedCost {
  if (currency === null) return null;
  const total = sum(countries.map(({ price, segments }) => (price === null ? 0 : millionths(price) * segments)));
  return {
    currency,
    total: decimal(total),
    unpriced: sum(countries.map(({ price, people }) => (price === null ? people : 0))),
  };
}

/** Some providers report the messages that are left instead of money: that cannot be compared with a cost. */
export function isEnough(credit: StoredCredit | null, cost: PreviewedCost): boolean | null {
  const balance = credit && balanceOf(credit);
  if (balance === null) return null;
  if (balance <= 0) return false;
  if (cost === null || cost.unpriced > 0 || credit!.currency !== cost.currency) return null;
  return balance >= Number(cost.total);
}
