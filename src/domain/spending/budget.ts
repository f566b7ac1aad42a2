import { millionths, type PriceTable } from "../credit/prices.ts";
import type { Phone } from "../recipients/phone.ts";
import { MAX_SEGMENTS } from "../texts/personal-text.ts";
import type { Periods } from "./periods.ts";
import type { SpendingSettings } from "./spending-settings.ts";
import type { Spent } from "./spending-store.ts";

/** Whether there is any cap, so that single messages must be judged. */
export const isCapped = ({ perDay, perMonth }: SpendingSettings): boolean => perDay !== null || perMonth !== null;

/** Millionths that a message costs at a gateway; 0 if its number has no price. */
export function costOf(prices: PriceTable, gateway: string | null, phone: Phone, segments: number): number {
  return (prices.millionthsOf(gateway, phone) ?? 0) * segments;
}

/**
 * Millionths that the cheapest of a message's deliveries costs, at the cheapest of its gateways.
 *
 * @param gateways those that may send it; null: any
 * @param phones null: not known yet, so that it may be any number with a price
 */
export function leastCost(
  prices: PriceTable,
  gateways: readonly string[] | null,
  phones: readonly Phone[] | null,
  segments: number,
): number {
  const costs = phones
    ? phones.flatMap((phone) => (gateways ?? [null]).map((gateway) => costOf(prices, gateway, phone, segments)))
    : prices.pricesAt(gateways).map((price) => millionths(price) * segments);
  return costs.length === 0 ? 0 : costs.reduce((least, cost) => Math.min(least, cost));
}

/** Millionths that no single delivery costs more than. */
export function mostCost(prices: PriceTable): number {
  return MAX_SEGMENTS * Math.max(0, ...prices.pricesAt(null).map(millionths));
}

/** The period whose cap would be exceeded by `cost`, and when it ends; null: none is. A free message exceeds none. */
export function exceededCap(
  { perDay, perMonth }: SpendingSettings,
  spent: Spent,
  cost: number,
  periods: Periods,
): { readonly period: string; readonly until: number } | null {
  const over = (cap: string | null, so: number): boolean => cap !== null && cost > 0 && so + cost > millionths(cap);
  // The month first: it ends later.
  if (over(perMonth, spent.month)) return { period: periods.month, until: periods.monthEnds };
  if (over(perDay, spent.day)) return { period: periods.day, until: periods.dayEnds };
  return null;
}
