import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from "libphonenumber-js/max";

import { isCountry, type Country, type Phone } from "./phone.ts";

/** The country of a calling code if the number itself does not identify it: the one that assigned it. */
const MAIN: Readonly<Record<string, Country>> = {
  1: "US",
  7: "RU",
  39: "IT",
  44: "GB",
  47: "NO",
  61: "AU",
  212: "MA",
  262: "RE",
  290: "SH",
  358: "FI",
  590: "GP",
  599: "CW",
};

let byCode: ReadonlyMap<string, readonly Country[]> | null = null;
const byArea = new Map<string, Country>();

/**
 * The country of an E.164 number; null if it belongs to none (satellites, international networks). Most calling codes
 * belong to one country and need only a lookup. A parse takes 20 µs, so for +1 each area code is parsed once.
 */
export function countryOf(phone: Phone): Country | null {
  const found = byCallingCode(phone);
  if (!found) return null;
  const { code, countries } = found;
  if (countries.length === 1) return countries[0]!;
  return code === "1" ? americanOf(phone) : parsed(phone, code);
}

/** The calling codes of all countries: "+49". */
export function callingPrefixes(): readonly string[] {
  byCode ??= codes();
  return [...byCode.keys()].map((code) => `+${code}`);
}

/** The countries of the calling code that a prefix begins with. */
export function countriesOfPrefix(prefix: string): readonly Country[] {
  return byCallingCode(prefix)?.countries ?? [];
}

/**
 * The country of the calling code that a prefix begins with, the one that assigned it if several share it; null: of
 * none.
 */
export function countryOfPrefix(prefix: string): Country | null {
  const found = byCallingCode(prefix);
  return found && (MAIN[found.code] ?? found.countries[0]!);
}

/** No calling code is the beginning of another one. */
function byCallingCode(number: string): { readonly code: string; readonly countries: readonly Country[] } | null {
  byCode ??= codes();
  for (const length of [1, 2, 3]) {
    const code = number.slice(1, 1 + length);
    const countries = byCode.get(code);
    if (countries) return { code, countries };
  }
  return null;
}

function codes(): ReadonlyMap<string, readonly Country[]> {
  const map = new Map<string, Country[]>();
  for (const country of getCountries()) {
    const code = getCountryCallingCode(country);
    map.set(code, [...(map.get(code) ?? []), country]);
  }
  return map;
}

function americanOf(phone: Phone): Country {
  const area = phone.slice(2, 5);
  const known = byArea.get(area);
  if (known) return known;
  // There are at most a thousand area codes.
  const country = parsed(`+1${area}5550123` as Phone, "1");
  byArea.set(area, country);
  return country;
}

function parsed(phone: Phone, code: string): Country {
  return parsePhoneNumberFromString(phone)?.country ?? MAIN[code]!;
}

/** The calling code of a country, such as +49; null: unknown country code. */
export function callingCode(country: string): string | null {
  return isCountry(country) ? `+${getCountryCallingCode(country)}` : null;
}
