import { z } from "zod";

import { countryTiers, TIERS_CHECKED } from "#domain/guard/data/country-tiers";
import { guardSection } from "#domain/guard/guard-settings";
import { isCountry } from "#domain/recipients/phone";

import { integer, toggle } from "../fields.ts";
import { limits } from "../limits.ts";
import { settingsSchema } from "./define.ts";

const limit = (what: string) => integer(0, limits.codeLimit).meta({ description: `${what} 0: no limit.` });

const percent = (what: string) => integer(0, 100).meta({ description: what });

export const guardSettings = settingsSchema(guardSection, {
  number_per_minute: limit("Codes sent to one number in a minute."),
  number_per_hour: limit("Codes sent to one number in an hour."),
  number_per_day: limit("Codes sent to one number in 24 hours."),
  prefix_per_hour: limit(
    "Codes in an hour to numbers that differ in the last four digits only; each verified code makes room for another.",
  ),
  prefix_per_day: limit("The same in 24 hours."),
  address_per_hour: limit("Codes requested in an hour from one address; an IPv6 /64 is one address."),
  address_per_day: limit("The same in 24 hours."),
  country_per_hour: limit(
    "Codes in an hour to each country but the site's own; each verified code makes room for another.",
  ),
  high_risk_per_hour: limit(
    `The same to each of ${countryTiers.highRisk.join(", ")}, unless \`countries\` lists it: as of ${TIERS_CHECKED}, pumping is common there.`,
  ),
  high_cost_per_hour: limit(
    `The same to each of ${countryTiers.highCost.join(", ")}, unless \`countries\` lists it: texts are expensive there.`,
  ),
  site_per_hour: limit("All codes in an hour; each verified code makes room for another."),
  countries: z
    .array(z.string().refine(isCountry, "must be an ISO 3166 code with two letters"))
    .max(limits.ids)
    .meta({ description: "ISO codes of the countries to which codes are sent. Empty: all.", example: ["DE", "AT"] }),
  special_numbers: toggle().meta({
    description: "Whether codes are also sent to premium, shared-cost, satellite and other special numbers.",
  }),
  alarm_below: percent("A country is reported if a smaller percentage of its last 50 codes was verified."),
  pause_below: percent("A country gets no codes for an hour if a smaller percentage of its last 50 was verified."),
  prefix_unverified: limit(
    "After this many codes to numbers that differ only in the last four digits, none of them verified, these numbers get none for 24 hours.",
  ),
});
