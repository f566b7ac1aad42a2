import type { Category } from "../messages/message.ts";
import { areOf, defineSection, isOneOf, ruleModes, type RuleMode } from "../settings/section.ts";
import { isHours, isWindow, opensEver, type Hours } from "./hours.ts";
import { knowsHolidays } from "./holidays.ts";
import { presetOf } from "./presets.ts";
import { isRegion } from "./region.ts";

/** One-time passwords are always exempt, because a person is waiting for the code. */
export type HeldCategory = Exclude<Category, "otp">;
export const heldCategories: readonly HeldCategory[] = ["marketing", "transactional"];

/** When people may be texted, as the operator decides. */
export type QuietHoursSettings = {
  readonly mode: RuleMode;
  readonly categories: readonly HeldCategory[];
  /** Where there is no preset. */
  readonly defaultHours: Hours;
  /** Instead of the preset: by country (`FR`), or by state of the US (`US-FL`). */
  readonly regions: Readonly<Record<string, Hours>>;
};

export const quietHoursDefaults: QuietHoursSettings = {
  mode: "off",
  categories: ["marketing"],
  defaultHours: { weekdays: ["09:00", "20:00"], saturday: ["09:00", "20:00"], sunday: "closed", holidays: "open" },
  regions: {},
};

export const quietHoursSection = defineSection<QuietHoursSettings>({
  name: "quiet_hours",
  defaults: quietHoursDefaults,
  usable: {
    mode: isOneOf(ruleModes),
    categories: areOf(heldCategories),
    defaultHours: (value) => isHours(value) && hoursIssue(null, value) === null,
    regions: (value) =>
      Object.entries(value).every(([region, hours]) => isHours(hours) && hoursIssue(region, hours) === null),
  },
  check({ defaultHours, regions }) {
    const issues = [{ field: "defaultHours", issue: hoursIssue(null, defaultHours) }];
    for (const [region, hours] of Object.entries(regions)) {
      const issue = isRegion(region)
        ? hoursIssue(region, hours)
        : "is not a country, such as FR, or a state of the US, such as US-FL";
      issues.push({ field: `regions.${region}`, issue });
    }
    return issues.flatMap(({ field, issue }) =>
      issue === null ? [] : [{ field, code: "not_supported" as const, message: issue }],
    );
  },
});

/** The problem with the hours of a region, as a phrase that follows its name; null: there is none. */
function hoursIssue(region: string | null, hours: Hours): string | null {
  for (const day of [hours.weekdays, hours.saturday, hours.sunday]) {
    if (day !== "closed" && !isWindow(day)) return "must have days that end after they begin, as 09:00 and 20:00";
  }
  if (!opensEver(hours)) return "must have one open day";
  if (hours.holidays === "closed" && (region === null || holidaysOf([region, region.slice(0, 2)]) === null))
    return "cannot be closed on holidays: those of this region are not known";
  return null;
}

/** The region whose holidays count: the narrowest of which they are known. */
export function holidaysOf(regions: readonly string[]): string | null {
  return regions.find(knowsHolidays) ?? null;
}

/**
 * The hours of a number, given its regions, the narrowest first. A state's stricter preset stays when the hours of its
 * country are changed: it is changed by its own name.
 */
export function hoursOf(regions: readonly string[], { regions: own, defaultHours }: QuietHoursSettings): Hours {
  for (const region of regions) {
    const found = Object.hasOwn(own, region) ? own[region]! : presetOf(region);
    if (found) return found;
  }
  return defaultHours;
}
