import { monthDays } from "../../lib/month-days.ts";
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

/** The days of a month, with what is sent on them in the site's zone. Only what is still to come is shown. */
export function monthGrid(
  month: string,
  schedules: readonly ScheduleSummary[],
  { zone, now, locale }: { readonly zone: string; readonly now: Date; readonly locale: string },
): readonly CalendarDay[] {
  return monthDays(month, locale).map(({ date, next, inMonth }) => ({
    date,
    inMonth,
    runs: runsOf(date, next, schedules, zone, now),
  }));
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
