import { plural, t } from "../../lib/translate.ts";

/** What a setting counts, in the form that stands after its number. */
export const units = {
  codes: (value: number) => plural(value, "code", "codes"),
  unusedCodes: (value: number) => plural(value, "unused code", "unused codes"),
  verified: () => t`% verified`,
  texts: (value: number) => plural(value, "text", "texts"),
  minutes: (value: number) => plural(value, "minute", "minutes"),
  hours: (value: number) => plural(value, "hour", "hours"),
  days: (value: number) => plural(value, "day", "days"),
};
