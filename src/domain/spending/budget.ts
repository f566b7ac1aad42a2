import { millionths, priceOf, type PriceSettings } from "../credit/prices.ts";
import type { Phone } from "../recipients/phone.ts";
import { MAX_SEGMENTS } from "../texts/personal-text.ts";
import type { Periods } from "./periods.ts";
import type { SpendingSettings } from "./spending-settings.ts";
import type { Spent } from "./spending-store.ts";

/** Whether there is any cap, so that single messages must be judged. */
export const isCapped = ({ perDay, perMonth }: SpendingSettings): boolean => perDay !== null || perMonth !== null;

/** Millionths that a message costs; 0 if its number has no price. */
export function costOf(prices: PriceSettings, phone: Phone, segments: number): number {
  const price = priceOf(prices, phone);
  return price === null ? 0 : millionths(price) * segments;
}

/**
 * Millionths that the cheapest of a message's deliveries costs.
 *
 * @param phones null: not known yet, so that it may be any number with a price
 */
export function leastCost(prices: PriceSettings, phones: readonly Phone[] | null, segments: number): number {
  const costs = phones
    ? phones.map((phone) => costOf(prices, phone, segments))
    : prices.segments.map(({ price }) => millionths(price) * segments);
  return costs.length === 0 ? 0 : Math.min(...costs);
}

/** Millionths that no single delivery costs more than. */
export function mostCost({ segments }: PriceSettings): number {
  return MAX_SEGMENTS * Math.max(0, ...segments.map(({ price }) => millionths(price)));
}

/** The period whose cap would be exceeded by `cost`, and when it ends; null: none is. What is free exceeds none. */
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
