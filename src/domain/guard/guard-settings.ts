import { isCountry } from "../recipients/phone.ts";
import { defineSection } from "../settings/section.ts";

/** How many codes may be sent. A limit of 0 means no limit. */
export type GuardSettings = {
  readonly numberPerMinute: number;
  readonly numberPerHour: number;
  readonly numberPerDay: number;
  /** Numbers that differ in the last four digits only. */
  readonly prefixPerHour: number;
  readonly prefixPerDay: number;
  /** The requester's; an IPv6 /64 is one address. */
  readonly addressPerHour: number;
  readonly addressPerDay: number;
  /** Each country but the site's own. */
  readonly countryPerHour: number;
  /** Each country of these tiers that `countries` does not list: see country-tiers.ts. */
  readonly highRiskPerHour: number;
  readonly highCostPerHour: number;
  readonly sitePerHour: number;
  /** ISO codes of the countries to which codes are sent; empty: all. */
  readonly countries: readonly string[];
  /** Whether codes are also sent to premium, satellite and other special numbers. */
  readonly specialNumbers: boolean;
  /** Percent of a country's last codes that are verified, below which the operator is warned. */
  readonly alarmBelow: number;
  /** Percent below which the country is paused. */
  readonly pauseBelow: number;
  /** Codes to one prefix after which it is paused if none was verified; 0: never. */
  readonly prefixUnverified: number;
};

export const guardSection = defineSection<GuardSettings>({
  name: "guard",
  defaults: {
    numberPerMinute: 1,
    numberPerHour: 5,
    numberPerDay: 10,
    prefixPerHour: 5,
    prefixPerDay: 20,
    addressPerHour: 5,
    addressPerDay: 20,
    countryPerHour: 30,
    highRiskPerHour: 10,
    highCostPerHour: 15,
    sitePerHour: 300,
    countries: [],
    specialNumbers: false,
    alarmBelow: 50,
    pauseBelow: 20,
    prefixUnverified: 8,
  },
  usable: { countries: (list) => list.every((one) => typeof one === "string" && isCountry(one)) },
});
