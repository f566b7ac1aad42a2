import type { Detail } from "#domain/error";
import { isCountry, type Country } from "#domain/recipients/phone";

/** The issue of a `country` that is none. */
export const notCountry = (value: string): Detail => ({
  field: "country",
  code: "not_in_list",
  message: "is not a country",
  value,
});

/** The country of numbers without a plus; null: none was named. */
export function readCountry(text: string | undefined, issues: Detail[]): Country | null {
  const country = text?.toUpperCase();
  if (country === undefined || isCountry(country)) return country ?? null;
  issues.push(notCountry(country));
  return null;
}
