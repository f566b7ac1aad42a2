import { countryOf } from "#domain/recipients/country";
import type { Phone } from "#domain/recipients/phone";

const countries = new Map<string, string>();

/**
 * The country of what `areaOf` returns; empty: no country has it. An area has at most five characters, so there are
 * few.
 */
export function countryOfArea(area: string): string {
  const known = countries.get(area);
  if (known !== undefined) return known;
  // Two countries share +7; a number of the usual length distinguishes them.
  const country = countryOf((area === "+77" ? "+77012345678" : area) as Phone) ?? "";
  countries.set(area, country);
  return country;
}
