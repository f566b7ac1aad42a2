import { heldCategories, type HeldCategory } from "../quiet-hours/quiet-hours-settings.ts";
import { defineSection } from "../settings/section.ts";

/** How many messages a person gets at most, as the operator decides. */
export type FrequencyCapSettings = {
  readonly mode: "off" | "on";
  /** These are counted, and these are held back. */
  readonly categories: readonly HeldCategory[];
  /** Messages in every window of this length. */
  readonly messages: number;
  readonly windowHours: number;
  /** What becomes of one too many: it waits for its turn, or is not sent at all. */
  readonly whenOver: "hold" | "skip";
};

export const MOST_CAPPED_MESSAGES = 100;
export const LONGEST_CAP_HOURS = 31 * 24;

const isWithin =
  (most: number) =>
  (value: number): boolean =>
    Number.isInteger(value) && value >= 1 && value <= most;

export const frequencyCapSection = defineSection<FrequencyCapSettings>({
  name: "frequency_cap",
  defaults: { mode: "off", categories: ["marketing"], messages: 3, windowHours: 24, whenOver: "hold" },
  usable: {
    mode: (value) => value === "off" || value === "on",
    categories: (value) => value.every((category) => heldCategories.includes(category)),
    messages: isWithin(MOST_CAPPED_MESSAGES),
    windowHours: isWithin(LONGEST_CAP_HOURS),
    whenOver: (value) => value === "hold" || value === "skip",
  },
});
