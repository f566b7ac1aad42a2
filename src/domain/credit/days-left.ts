import { balanceOf } from "./balance.ts";

/**
 * How long a balance will last, in days with one decimal.
 *
 * @param fallPerDay by how much it falls in a day; null: not known
 * @returns null: it does not fall, or is not known
 */
export function daysLeft({
  amount,
  fallPerDay,
}: {
  readonly amount: string;
  readonly fallPerDay: number | null;
}): number | null {
  const balance = balanceOf({ amount });
  if (balance === null || fallPerDay === null || fallPerDay <= 0) return null;
  const left = balance / fallPerDay;
  return Number.isFinite(left) ? Math.max(0, Math.round(left * 10) / 10) : null;
}
