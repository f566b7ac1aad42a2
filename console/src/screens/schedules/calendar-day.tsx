import { Link } from "@tanstack/react-router";

import { dateLocale } from "../../lib/locale.ts";
import { shownContent } from "../../lib/shown-text.ts";
import { clockTime, dayName } from "../../lib/time.ts";
import { plural, t } from "../../lib/translate.ts";
import type { CalendarDay, CalendarRun } from "./calendar-month.ts";
import classes from "./calendar.module.css";
import { laterOn } from "./later-on.ts";

/** So many of a day are shown; the others are counted. */
const mostRuns = 3;

const dayNumber = new Intl.DateTimeFormat(dateLocale(), { day: "numeric", timeZone: "UTC" });

/** German writes a period after it. */
const digitsOf = (date: Date): string => dayNumber.formatToParts(date).find(({ type }) => type === "day")?.value ?? "";

type DayProps = {
  readonly day: CalendarDay;
  /** Whether Tab leads to it. Absent: every link is a stop of its own. */
  readonly active?: boolean;
  readonly onFocus: () => void;
  readonly today: boolean;
  readonly zone: string;
  /** null: nothing can be scheduled. */
  readonly now: Date | null;
};

export function Day({ day, active, onFocus, today, zone, now }: DayProps) {
  const { date, inMonth, runs } = day;
  const later = now && laterOn(date, now, zone);
  const name = dayName(new Date(`${date}T12:00:00Z`), "UTC");
  const shown = (
    <>
      <span className={classes.number}>{digitsOf(new Date(date))}</span>
      <span className={classes.name}>{name}</span>
    </>
  );
  const schedule = t`Schedule a message for ${name}`;
  const stop = active === undefined ? undefined : active ? 0 : -1;
  const hasLink = later !== null || runs.length > 0;
  return (
    <td
      data-date={date}
      data-out={!inMonth || undefined}
      data-today={today || undefined}
      data-empty={runs.length === 0 || undefined}
      tabIndex={hasLink ? undefined : stop}
      onFocus={onFocus}
    >
      <time dateTime={date} aria-current={today ? "date" : undefined}>
        {later ? (
          <Link {...later} tabIndex={stop} className={classes.day} aria-label={schedule} title={schedule}>
            {shown}
          </Link>
        ) : (
          shown
        )}
      </time>
      {runs.length > 0 && (
        <ul>
          {runs.slice(0, mostRuns).map((run) => (
            <li key={run.schedule.schedule_id}>
              <Run run={run} zone={zone} tabIndex={stop} />
            </li>
          ))}
          {runs.length > mostRuns && (
            <li className={classes.quiet}>{plural(runs.length - mostRuns, "and # more", "and # more")}</li>
          )}
        </ul>
      )}
    </td>
  );
}

type RunProps = { readonly run: CalendarRun; readonly zone: string; readonly tabIndex: number | undefined };

function Run({ run: { schedule, at, often }, zone, tabIndex }: RunProps) {
  return (
    <Link to="/schedules/$id" params={{ id: schedule.schedule_id }} tabIndex={tabIndex} className={classes.run}>
      <strong>{often && schedule.repeat ? pause(schedule.repeat.interval) : clockTime(at, zone)}</strong>{" "}
      <bdi dir="auto">{shownContent(schedule)}</bdi>
    </Link>
  );
}

/** Of what runs more than once a day. */
const pause = ({ value, unit }: { readonly value: number; readonly unit: string }): string =>
  unit === "minute" ? t`every ${value} min` : t`every ${value} h`;
