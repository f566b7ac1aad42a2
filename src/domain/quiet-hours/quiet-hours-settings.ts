import type { Category } from "../messages/message.ts";
import { isWindow, opensEver, type Hours } from "./hours.ts";
import { knowsHolidays } from "./holidays.ts";
import { presetOf } from "./presets.ts";

/** One-time passwords are exempt always: somebody is waiting for them. */
export type HeldCategory = Exclude<Category, "otp">;
export const heldCategories: readonly HeldCategory[] = ["marketing", "transactional"];

/** When people may be texted, as the operator decides. */
export type QuietHoursSettings = {
  readonly mode: "off" | "on";
  readonly categories: readonly HeldCategory[];
  /** Where there is no preset. */
  readonly defaultHours: Hours;
  /** Instead of the preset: by country (`FR`), or by state of the US (`US-FL`). */
  readonly regions: Readonly<Record<string, Hours>>;
};

export const quietHoursDefaults: QuietHoursSettings = {
  mode: "off",
  categories: ["marketing"],
  defaultHours: { weekdays: ["09:00", "20:00"], saturday: ["09:00", "20:00"], sunday: null, holidays: "open" },
  regions: {},
};

/** What is wrong with the hours of a region; null: nothing. */
export function hoursIssue(region: string | null, hours: Hours): string | null {
  for (const day of [hours.weekdays, hours.saturday, hours.sunday]) {
    if (day !== null && !isWindow(day)) return "A day must end after it begins, within the same day.";
  }
  if (!opensEver(hours)) return "One day at least must be open.";
  if (hours.holidays === "closed" && (region === null || holidaysOf([region, region.slice(0, 2)]) === null))
    return "The holidays of this region are not known.";
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
