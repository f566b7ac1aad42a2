import { expect, test } from "vitest";

import { isCountry } from "../recipients/phone.ts";
import { countryLimit } from "./country-limit.ts";
import { countryTiers } from "./data/country-tiers.ts";
import { guardSection, type GuardSettings } from "./guard-settings.ts";

const limitOf = (area: string, changes: Partial<GuardSettings> = {}, home: "NG" | "DE" | null = "DE") =>
  countryLimit({ ...guardSection.defaults, ...changes }, area, home);

test.each<[string, number, string, Partial<GuardSettings>, ("NG" | "DE" | null)?]>([
  ["a country of no tier", 30, "FR", {}],
  ["one where pumping is common", 10, "NG", {}],
  ["one where texts are expensive", 15, "PK", {}],
  ["a country in both tiers has the lower limit", 10, "AZ", {}],
  ["the site's own", 0, "NG", {}, "NG"],
  ["one that is listed", 30, "NG", { countries: ["DE", "NG"] }],
  ["a country that is not listed, on a site that lists others", 10, "NG", { countries: ["DE"] }],
  ["a tier without a limit", 30, "NG", { highRiskPerHour: 0 }],
  ["a tier whose limit is above that of every country", 30, "NG", { highRiskPerHour: 100 }],
  ["a tier while countries have no limit", 10, "NG", { countryPerHour: 0 }],
  ["a listed country while countries have no limit", 0, "NG", { countryPerHour: 0, countries: ["NG"] }],
  ["numbers of no plan", 30, "+44", {}],
])("%s: %i an hour", (_, limit, area, changes, home = "DE") => {
  expect(limitOf(area, changes, home)).toBe(limit);
});

test("the tiers list countries, each once and in order", () => {
  for (const countries of Object.values(countryTiers)) {
    expect(countries.filter((country) => !isCountry(country))).toEqual([]);
    expect([...new Set<string>(countries)].toSorted()).toEqual(countries);
  }
});
