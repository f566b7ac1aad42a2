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
  const left = fallPerDay === null || fallPerDay <= 0 ? null : Number(amount) / fallPerDay;
  return left === null || !Number.isFinite(left) ? null : Math.max(0, Math.round(left * 10) / 10);
}
