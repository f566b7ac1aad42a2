import { countryOf } from "../recipients/country.ts";
import { isCountry, type Phone } from "../recipients/phone.ts";
import { numberZones } from "./data/number-zones.ts";
import { usAreaCodes } from "./data/us-area-codes.ts";
import { UNKNOWN_STATE } from "./presets.ts";

const linesOf = (table: string): string[][] =>
  table
    .trim()
    .split("\n")
    .map((line) => line.split("|"));
/** Right-hand entries of a table to the left-hand side of their line. */
function inverted(table: string): ReadonlyMap<string, string> {
  return new Map(linesOf(table).flatMap(([value, keys]) => keys!.split(" ").map((key) => [key, value!] as const)));
}

let prefixes: { readonly zones: ReadonlyMap<string, readonly string[]>; readonly longest: number } | null = null;
let states: ReadonlyMap<string, string> | null = null;

/**
 * The time zones in which the owner of a number may be, by its longest known prefix; none if the numbering plan does
 * not say, as for satellite phones.
 */
export function zonesOf(phone: Phone): readonly string[] {
  prefixes ??= readPrefixes();
  for (let length = Math.min(prefixes.longest, phone.length - 1); length > 0; length -= 1) {
    const zones = prefixes.zones.get(phone.slice(1, 1 + length));
    if (zones) return zones;
  }
  return [];
}

function readPrefixes(): NonNullable<typeof prefixes> {
  const zones = new Map([...inverted(numberZones)].map(([prefix, list]) => [prefix, list.split(" ")]));
  return { zones, longest: Math.max(...[...zones.keys()].map((prefix) => prefix.length)) };
}

/** The regions whose rules apply to a number, the narrowest first: a state of the US, then the country. */
export function regionsOf(phone: Phone): readonly string[] {
  const country = countryOf(phone);
  if (country === null) return [];
  if (country !== "US") return [country];
  states ??= inverted(usAreaCodes);
  const state = states.get(phone.slice(2, 5));
  return [state === undefined ? UNKNOWN_STATE : `US-${state}`, "US"];
}

/** Whether hours can be set for it: a country of a numbering plan, or a state of the US. */
export function isRegion(region: string): boolean {
  if (region === UNKNOWN_STATE) return true;
  states ??= inverted(usAreaCodes);
  return region.startsWith("US-") ? new Set(states.values()).has(region.slice(3)) : isCountry(region);
}
