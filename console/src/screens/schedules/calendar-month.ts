import { instantOf, occurrences } from "../../lib/recurrence.ts";
import { type ScheduleSummary, scheduleRule } from "./schedule-rule.ts";

/** A day of the grid, `YYYY-MM-DD`, with what is sent on it. */
export type CalendarDay = {
  readonly date: string;
  readonly inMonth: boolean;
  readonly runs: readonly CalendarRun[];
};

export type CalendarRun = {
  readonly schedule: ScheduleSummary;
  /** The first one on this day. */
  readonly at: Date;
  /** More than once a day: every few minutes or hours. */
  readonly often: boolean;
};

const day = 86_400_000;

/** `2026-12` of an address, or the month of a date `YYYY-MM-DD`. */
export function monthOf(value: unknown, today: string): string {
  return typeof value === "string" && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(value) ? value : today.slice(0, 7);
}

/** @param by months, negative for earlier ones */
export function monthAfter(month: string, by: number): string {
  const [year = 0, index = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, index - 1 + by, 1)).toISOString().slice(0, 7);
}

/** Whole weeks from Monday on that cover the month, in the site's zone. Only what is still to come is shown. */
export function monthGrid(
  month: string,
  schedules: readonly ScheduleSummary[],
  zone: string,
  now: Date,
): readonly CalendarDay[] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const start = first.getTime() - ((first.getUTCDay() + 6) % 7) * day;
  const end = new Date(`${monthAfter(month, 1)}-01T00:00:00Z`).getTime();
  const weeks = Math.ceil((end - start) / (7 * day));
  return Array.from({ length: weeks * 7 }, (_, index) => {
    const date = new Date(start + index * day).toISOString().slice(0, 10);
    const next = new Date(start + (index + 1) * day).toISOString().slice(0, 10);
    return { date, inMonth: date.startsWith(month), runs: runsOf(date, next, schedules, zone, now) };
  });
}

function runsOf(date: string, next: string, schedules: readonly ScheduleSummary[], zone: string, now: Date) {
  const begin = instantOf(`${date}T00:00:00`, zone);
  const end = instantOf(`${next}T00:00:00`, zone);
  if (!begin || !end || end <= now) return [];
  const runs = schedules.flatMap((schedule): CalendarRun[] => {
    // A run that was skipped is not to come; it is the one before the next.
    const from = new Date(Math.max(begin.getTime(), Date.parse(schedule.next_run ?? ""), now.getTime()));
    if (Number.isNaN(from.getTime()) || from >= end) return [];
    const [at, second] = occurrences(scheduleRule(schedule), from, 2);
    if (!at || at >= end) return [];
    return [{ schedule, at, often: second !== undefined && second < end }];
  });
  return runs.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}
