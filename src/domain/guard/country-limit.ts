import type { Country } from "../recipients/phone.ts";
import { countryTiers } from "./data/country-tiers.ts";
import type { GuardSettings } from "./guard-settings.ts";

const tiers = [
  { countries: new Set<string>(countryTiers.highRisk), limit: "highRiskPerHour" },
  { countries: new Set<string>(countryTiers.highCost), limit: "highCostPerHour" },
] as const;

/**
 * Codes that the country of a number may get in an hour, the lowest of the limits that apply; 0: any number. The site's
 * own country has no limit, and one that the operator has listed only that of every country.
 *
 * @param area the country, or the key that is counted in its place
 */
export function countryLimit(settings: GuardSettings, area: string, home: Country | null): number {
  if (area === home) return 0;
  const isListed = settings.countries.includes(area);
  const own = isListed ? [] : tiers.filter(({ countries }) => countries.has(area)).map(({ limit }) => settings[limit]);
  const limits = [settings.countryPerHour, ...own].filter((limit) => limit > 0);
  return limits.length === 0 ? 0 : Math.min(...limits);
}
