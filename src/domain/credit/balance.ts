/** A balance as a number; null: its provider reported no finite one, such as a blank. */
export function balanceOf({ amount }: { readonly amount: string }): number | null {
  const number = amount.trim() === "" ? NaN : Number(amount);
  return Number.isFinite(number) ? number : null;
}
