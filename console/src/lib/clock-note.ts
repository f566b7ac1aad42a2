import { dateLocale } from "./locale.ts";
import { type RepeatUnit, zonedOf } from "./recurrence.ts";
import { t } from "./translate.ts";

/** What daylight saving does to these runs, in a sentence; null: nothing. */
export function clockNote(runs: readonly Date[], zone: string, unit: RepeatUnit | undefined): string | null {
  const zoned = runs.map((run) => zonedOf(run, zone));
  const change = zoned.findIndex((run, index) => index > 0 && run.offset !== zoned[index - 1]!.offset);
  if (change === -1) return null;
  const day = new Intl.DateTimeFormat(dateLocale(), { day: "numeric", month: "long", timeZone: zone });
  const between = t`The clocks change between ${day.format(runs[change - 1])} and ${day.format(runs[change])}.`;
  return unit === "minute" || unit === "hour"
    ? t`${between} The pause between two runs stays the same, so the time of day shifts.`
    : t`${between} The time of day stays the same.`;
}
