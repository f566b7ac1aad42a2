import { getCountries, getCountryCallingCode } from "libphonenumber-js/max";

import { countriesOfCallingCode, countryOfCallingCode } from "./country.ts";
import type { Country } from "./phone.ts";

let prefixes: readonly string[] | null = null;

/** The calling codes of all countries: "+49". */
export function callingPrefixes(): readonly string[] {
  prefixes ??= [...new Set(getCountries().map((country) => `+${getCountryCallingCode(country)}`))];
  return prefixes;
}

/** The countries of the calling code that a prefix begins with. */
export function countriesOfPrefix(prefix: string): readonly Country[] {
  for (const length of [1, 2, 3]) {
    const countries = countriesOfCallingCode(prefix.slice(1, 1 + length));
    if (countries.length > 0) return countries;
  }
  return [];
}

/** The country of the calling code that a prefix begins with, the main one if several share it; null: of none. */
export function countryOfPrefix(prefix: string): Country | null {
  for (const length of [1, 2, 3]) {
    const country = countryOfCallingCode(prefix.slice(1, 1 + length));
    if (country !== null) return country;
  }
  return null;
}
