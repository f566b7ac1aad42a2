import { heldCategories, type HeldCategory } from "../quiet-hours/quiet-hours-settings.ts";
import { areOf, defineSection, isOneOf, isWithin, ruleModes, type RuleMode } from "../settings/section.ts";

export const overCapChoices = ["hold", "skip"] as const;

/** The most messages that a person gets, as decided by the operator. */
export type FrequencyCapSettings = {
  readonly mode: RuleMode;
  /** Both counted and held back. */
  readonly categories: readonly HeldCategory[];
  /** Messages in every window of this length. */
  readonly messages: number;
  readonly windowHours: number;
  /** What happens to a message over the cap: it waits, or is not sent at all. */
  readonly whenOver: (typeof overCapChoices)[number];
};

export const MAX_CAPPED_MESSAGES = 100;
export const LONGEST_CAP_HOURS = 31 * 24;

export const frequencyCapSection = defineSection<FrequencyCapSettings>({
  name: "frequency_cap",
  defaults: { mode: "off", categories: ["marketing"], messages: 3, windowHours: 24, whenOver: "hold" },
  usable: {
    mode: isOneOf(ruleModes),
    categories: areOf(heldCategories),
    messages: isWithin(1, MAX_CAPPED_MESSAGES),
    windowHours: isWithin(1, LONGEST_CAP_HOURS),
    whenOver: isOneOf(overCapChoices),
  },
});
