import { wallOf } from "../../lib/recurrence.ts";

const HOUR_MS = 3_600_000;

/**
 * Where a message for a day is written, `YYYY-MM-DD` in the zone: at nine or, if that is over, at the next full hour;
 * null for a day that has none left.
 */
export function laterOn(date: string, now: Date, zone: string) {
  const nextHour = `${wallOf(new Date(now.getTime() + HOUR_MS), zone).slice(0, 13)}:00`;
  const nine = `${date}T09:00`;
  const at = nine < nextHour ? nextHour : nine;
  return at.startsWith(date) ? ({ to: "/compose", search: { at } } as const) : null;
}
