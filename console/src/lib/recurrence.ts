import { temporal } from "./temporal.ts";
import { t } from "./translate.ts";

export type RepeatUnit = "minute" | "hour" | "day" | "week" | "month" | "year";

/** When something happens, once or again and again. */
export type Rule = {
  readonly start: Date;
  /** An IANA name: days and longer units keep the time of day there. */
  readonly zone: string;
  readonly repeat: { readonly value: number; readonly unit: RepeatUnit } | null;
  /** The last instant at which it may happen; null: no end. */
  readonly until: Date | null;
};

/** Milliseconds. A calendar unit at its longest, so that the first guess is never past the result. */
const lengths: Readonly<Record<RepeatUnit, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 25 * 3_600_000,
  week: 169 * 3_600_000,
  month: 31 * 86_400_000 + 3_600_000,
  year: 366 * 86_400_000 + 3_600_000,
};

/** The point in time of a local time `YYYY-MM-DDTHH:MM[:SS]`; null while it is incomplete or invalid. */
export function instantOf(wall: string, zone: string): Date | null {
  const { PlainDateTime } = temporal();
  try {
    const zoned = PlainDateTime.from(wall).toZonedDateTime(zone, { disambiguation: "compatible" });
    return new Date(zoned.epochMilliseconds);
  } catch {
    return null;
  }
}

/** A point in time as local time, `YYYY-MM-DDTHH:MM`. */
export function wallOf(at: Date, zone: string): string {
  return zonedOf(at, zone).toPlainDateTime().toString({ smallestUnit: "minute" });
}

/** A point in time with the calendar and the clock of a zone. */
export const zonedOf = (at: Date, zone: string) =>
  temporal().Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);

/**
 * Nine o'clock on the next day of the calendar, `YYYY-MM-DDTHH:MM`. A day may have 23 or 25 hours: 24 hours from now may
 * be the same day, or the one after.
 */
export const tomorrowAtNine = (now: Date, zone: string): string =>
  `${zonedOf(now, zone).toPlainDateTime().add({ days: 1 }).toString().slice(0, 10)}T09:00`;

/**
 * The first `most` instants of a rule at or after `from`, as the service computes them: each is counted from the start,
 * so that 31 January is followed by 28 February and 31 March.
 */
export function occurrences({ start, zone, repeat, until }: Rule, from: Date, most: number): readonly Date[] {
  if (!repeat) return start >= from ? [start] : [];
  const { value, unit } = repeat;
  const wall = zonedOf(start, zone).toPlainDateTime();
  const exact = unit === "minute" || unit === "hour";
  const nth = (n: number): number => {
    if (n === 0 || exact) return start.getTime() + n * value * lengths[unit];
    const then = wall.add({ [`${unit}s`]: n * value });
    return then.toZonedDateTime(zone, { disambiguation: "compatible" }).epochMilliseconds;
  };
  const found: Date[] = [];
  const ahead = from.getTime() - start.getTime();
  for (let n = Math.max(0, Math.floor(ahead / (lengths[unit] * value)) - 1); found.length < most; n++) {
    const at = nth(n);
    if (until && at > until.getTime()) break;
    if (at >= from.getTime()) found.push(new Date(at));
  }
  return found;
}

/** What is special about a local time on a day when the clocks change; null: nothing. */
export function wallNote(wall: string, zone: string): string | null {
  const at = instantOf(wall, zone);
  if (!at) return null;
  const typed = wall.slice(0, 16);
  const meant = wallOf(at, zone);
  if (meant !== typed) {
    return t`The clocks skip ${typed.slice(11)} on this day, so it leaves at ${meant.slice(11)}.`;
  }
  const later = temporal().PlainDateTime.from(wall).toZonedDateTime(zone, { disambiguation: "later" });
  return later.epochMilliseconds === at.getTime()
    ? null
    : t`This day has ${typed.slice(11)} twice, because the clocks go back; the first one counts.`;
}
