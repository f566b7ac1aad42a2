import { count, money } from "./format.ts";
import { plural } from "./translate.ts";

/** The units of providers, as the adapters name them. Anything else is a word of the provider. */
const counted: Readonly<Record<string, (value: number) => string>> = {
  messages: (value) => plural(value, "# message", "# messages"),
  credits: (value) => plural(value, "# credit", "# credits"),
  points: (value) => plural(value, "# point", "# points"),
};

/** The credit at a provider in the reader's digits and words: an amount of a currency, or of what it counts in. */
export function creditWords({ amount, unit }: { readonly amount: string; readonly unit: string }): string {
  const value = Number(amount);
  if (amount.trim() === "" || !Number.isFinite(value)) return `${amount} ${unit}`;
  if (/^[A-Z]{3}$/.test(unit)) return money(value, unit);
  return counted[unit]?.(value) ?? `${count(value)} ${unit}`;
}
