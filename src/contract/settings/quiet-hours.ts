import { z } from "zod";

import { holidayRules } from "#domain/quiet-hours/hours";
import { presetBases } from "#domain/quiet-hours/preset";
import { presets } from "#domain/quiet-hours/presets";
import { heldCategories, quietHoursSection } from "#domain/quiet-hours/quiet-hours-settings";
import { ruleModes } from "#domain/settings/section";

import { list, map } from "../fields.ts";
import { limits } from "../limits.ts";
import { settingsSchema } from "./define.ts";

const time = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, "must be a time, such as 09:00");
const day = z
  // Described as a list of two: few tools know tuples.
  .union([z.tuple([time, time]).meta({ describedAs: z.array(time).length(2) }), z.literal("closed")])
  .meta({ description: "The first minute and the end, by the recipient's clock, or closed." });

const hours = z
  .object({
    weekdays: day,
    saturday: day,
    sunday: day,
    holidays: z.enum(holidayRules).meta({ description: "Whether public holidays are closed." }),
  })
  .meta({ id: "Hours" });

/** Which categories a rule holds back. */
export const held = () =>
  list(z.enum(heldCategories), heldCategories.length).meta({
    description: "The categories that it applies to. One-time passwords are exempt always.",
  });

export const quietHoursSettings = settingsSchema(quietHoursSection, {
  mode: z.enum(ruleModes).meta({ description: "Whether messages are held outside the hours." }),
  categories: held(),
  default_hours: hours.meta({ description: "Where there is no preset." }),
  regions: map(z.string().max(5), hours, limits.hoursRegions).meta({
    description: "Hours instead of the preset, by country (FR) or state of the US (US-FL). Replaced as a whole.",
  }),
});

/** What is proposed for the country of the site. */
export const proposedHours = z
  .array(
    z
      .object({
        region: z.string(),
        hours,
        basis: z.enum(presetBases),
        consent_exempts: z.boolean(),
        source: z.string(),
        checked: z.string(),
      })
      .meta({ id: "ProposedHours" }),
  )
  .max(presets.length);
