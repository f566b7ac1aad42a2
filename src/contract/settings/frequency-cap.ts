import { z } from "zod";

import {
  frequencyCapSection,
  LONGEST_CAP_HOURS,
  MAX_CAPPED_MESSAGES,
  overCapChoices,
} from "#domain/frequency-cap/frequency-cap-settings";
import { ruleModes } from "#domain/settings/section";

import { integer } from "../fields.ts";
import { settingsSchema } from "./define.ts";
import { held } from "./quiet-hours.ts";

export const frequencyCapSettings = settingsSchema(frequencyCapSection, {
  mode: z.enum(ruleModes).meta({ description: "Whether messages to one person are limited." }),
  categories: held(),
  messages: integer(1, MAX_CAPPED_MESSAGES).meta({ description: "Messages to one person in any window." }),
  window_hours: integer(1, LONGEST_CAP_HOURS).meta({ description: "Length of the window." }),
  when_over: z.enum(overCapChoices).meta({
    description:
      "A message over the cap is held until the window has room, or ends as suppressed with the error frequency_cap.",
  }),
});
