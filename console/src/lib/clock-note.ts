import { dateLocale } from "./locale.ts";
import { type RepeatUnit, zonedOf } from "./recurrence.ts";
import { t } from "./translate.ts";

/** The effect of daylight saving on these runs, in a sentence; null: there is none. */
export function clockNote(runs: readonly Date[], zone: string, unit: RepeatUnit | undefined): string | null {
  const zoned = runs.map((run) => zonedOf(run, zone));
  const format = new Intl.DateTimeFormat(dateLocale(), { day: "numeric", month: "long", timeZone: zone });
  const day = (index: number): string => format.format(runs[index]);
  const exact = unit === "minute" || unit === "hour";
  if (!exact) {
    const times = zoned.map((run) => run.toPlainTime().toString({ smallestUnit: "minute" }));
    // A time that the clocks skip is moved forward.
    const usual = times.toSorted()[0];
    const moved = times.findIndex((time) => time !== usual);
    if (moved !== -1) return t`On ${day(moved)} the clocks skip ${usual!}, so it leaves at ${times[moved]!}.`;
  }
  const change = zoned.findIndex((run, index) => index > 0 && run.offset !== zoned[index - 1]!.offset);
  if (change === -1) return null;
  const between = t`The clocks change between ${day(change - 1)} and ${day(change)}.`;
  return exact
    ? t`${between} The pause between two runs stays the same, so the time of day shifts.`
    : t`${between} The time of day stays the same.`;
}
