import { minute } from "#lib/time";

/**
 * A part of a day by the recipient's clock, as `HH:MM`: from the first minute to before the last; `24:00` is midnight.
 */
export type DayWindow = readonly [from: string, to: string];

/** A day of the week. */
export type Day = DayWindow | "closed";

export const holidayRules = ["open", "closed"] as const;

/** When a region may be texted. */
export type Hours = {
  /** Monday to Friday. */
  readonly weekdays: Day;
  readonly saturday: Day;
  readonly sunday: Day;
  /** Whether public holidays are like any other day. */
  readonly holidays: (typeof holidayRules)[number];
};

/** The same hours on every day. */
export const daily = (from: string, to: string): Hours => ({
  weekdays: [from, to],
  saturday: [from, to],
  sunday: [from, to],
  holidays: "open",
});

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Minutes since the start of the day; NaN if it is no time. */
export function minutesOf(time: string): number {
  if (time === "24:00") return 24 * 60;
  return TIME.test(time) ? Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) : NaN;
}

/** Whether it is a window that ends after its beginning, within one day. */
export function isWindow([from, to]: DayWindow): boolean {
  return minutesOf(from) < minutesOf(to);
}

/** Whether people may be texted at all in some week. */
export function opensEver({ weekdays, saturday, sunday }: Hours): boolean {
  return weekdays !== "closed" || saturday !== "closed" || sunday !== "closed";
}

/** The longest time between two windows of a week without holidays, in milliseconds. */
export function longestClosed({ weekdays, saturday, sunday }: Hours): number {
  const week = [weekdays, weekdays, weekdays, weekdays, weekdays, saturday, sunday];
  let [longest, closedAt] = [0, NaN];
  // Twice, for the gap across the end of the week.
  for (const [nth, day] of [...week, ...week].entries()) {
    if (day === "closed") continue;
    const midnight = nth * 24 * 60;
    longest = Math.max(longest, midnight + minutesOf(day[0]) - (Number.isNaN(closedAt) ? Infinity : closedAt));
    closedAt = midnight + minutesOf(day[1]);
  }
  return longest * minute;
}

/** Whether a stored value has the shape of hours. */
export function isHours(value: unknown): value is Hours {
  if (typeof value !== "object" || value === null) return false;
  const { weekdays, saturday, sunday, holidays } = value as Record<string, unknown>;
  return [weekdays, saturday, sunday].every(isDay) && (holidays === "open" || holidays === "closed");
}

const isDay = (day: unknown): boolean =>
  day === "closed" || (Array.isArray(day) && day.length === 2 && day.every((time) => typeof time === "string"));
