import { millionths, priceOf, type PriceSettings } from "../credit/prices.ts";
import type { Phone } from "../recipients/phone.ts";
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

/** The period whose cap would be exceeded by `cost`, and when it ends; null: none is. */
export function exceededCap(
  { perDay, perMonth }: SpendingSettings,
  spent: Spent,
  cost: number,
  periods: Periods,
): { readonly period: string; readonly until: number } | null {
  const over = (cap: string | null, so: number): boolean => cap !== null && so + cost > millionths(cap);
  // The month first: it ends later.
  if (over(perMonth, spent.month)) return { period: periods.month, until: periods.monthEnds };
  if (over(perDay, spent.day)) return { period: periods.day, until: periods.dayEnds };
  return null;
}
