import { ActionIcon } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { useCommands } from "../../commands/registry.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { useFilterState } from "../../components/filters/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { dateLocale } from "../../lib/locale.ts";
import { firstWeekday, monthAfter, monthOf } from "../../lib/month-days.ts";
import { wallOf } from "../../lib/recurrence.ts";
import { shownContent } from "../../lib/shown-text.ts";
import { clockTime, dayName } from "../../lib/time.ts";
import { plural, t } from "../../lib/translate.ts";
import { useNow } from "../../lib/use-now.ts";
import { type CalendarDay, type CalendarRun, monthGrid } from "./calendar-month.ts";
import classes from "./calendar.module.css";
import { laterOn } from "./later-on.ts";

/** So many schedules are read, the newest ones. */
const mostSchedules = 100;
/** So many of a day are shown; the others are counted. */
const mostRuns = 3;

const weekdays = Array.from({ length: 7 }, (_, index) =>
  // 1 January 2024 was a Monday.
  new Intl.DateTimeFormat(dateLocale(), { weekday: "short", timeZone: "UTC" }).format(
    Date.UTC(2024, 0, firstWeekday(dateLocale()) + index),
  ),
);
const dayNumber = new Intl.DateTimeFormat(dateLocale(), { day: "numeric", timeZone: "UTC" });

/** What is to come, by day of the site's zone. `?month=2026-12`. Keys: [ and ]. A day leads to a message for it. */
export function Calendar({ plannable }: { readonly plannable: boolean }) {
  const { time_zone: zone } = useSession().site;
  const [values, change] = useFilterState();
  const now = useNow();
  const today = wallOf(now, zone).slice(0, 10);
  const month = monthOf(values["month"], today, dateLocale());
  const query = useQuery({
    queryKey: ["schedules", "calendar"],
    queryFn: async ({ signal }) =>
      await tidings.listSchedules({ state: "active", per_page: mostSchedules }, { signal }),
  });
  const turn = (by: number) => change({ month: monthAfter(month, by) });
  useCommands([
    { id: "previous-month", label: t`Previous month`, keys: "[", icon: "chevron-left", run: () => turn(-1) },
    { id: "next-month", label: t`Next month`, keys: "]", icon: "chevron-right", run: () => turn(1) },
  ]);
  if (query.error && !query.data) return <ErrorView error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={560} />;
  const days = monthGrid(month, query.data.items, { zone, now, locale: dateLocale() });
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
  const title = new Intl.DateTimeFormat(dateLocale(), {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(Date.parse(`${month}-01`));
  return (
    <section aria-label={t`Calendar of ${title}`}>
      <div className={classes.head}>
        <ActionIcon variant="default" aria-label={t`Previous month`} onClick={() => turn(-1)}>
          <Icon name="chevron-left" size={16} mirror />
        </ActionIcon>
        <h2 aria-live="polite">{title}</h2>
        <ActionIcon variant="default" aria-label={t`Next month`} onClick={() => turn(1)}>
          <Icon name="chevron-right" size={16} mirror />
        </ActionIcon>
        <span className={classes.quiet}>
          {t`Times in ${zone}.`}{" "}
          {query.data.pagination.next_cursor && t`Shown are the ${mostSchedules} newest active schedules.`}
        </span>
      </div>
      <table className={classes.month}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.date}>
              {week.map((day) => (
                <Day key={day.date} day={day} today={day.date === today} zone={zone} now={plannable ? now : null} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {days.every(({ runs }) => runs.length === 0) && (
        <p className={classes.nothing}>{t`Nothing is to be sent in this month.`}</p>
      )}
    </section>
  );
}

/** German writes a period after it. */
const digitsOf = (date: Date): string => dayNumber.formatToParts(date).find(({ type }) => type === "day")?.value ?? "";

type DayProps = {
  readonly day: CalendarDay;
  readonly today: boolean;
  readonly zone: string;
  /** null: nothing can be scheduled. */
  readonly now: Date | null;
};

function Day({ day, today, zone, now }: DayProps) {
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
  return (
    <td data-out={!inMonth || undefined} data-today={today || undefined} data-empty={runs.length === 0 || undefined}>
      <time dateTime={date} aria-current={today ? "date" : undefined}>
        {later ? (
          <Link {...later} className={classes.day} aria-label={schedule} title={schedule}>
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
              <Run run={run} zone={zone} />
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

function Run({ run: { schedule, at, often }, zone }: { readonly run: CalendarRun; readonly zone: string }) {
  return (
    <Link to="/schedules/$id" params={{ id: schedule.schedule_id }} className={classes.run}>
      <strong>{often && schedule.repeat ? pause(schedule.repeat.interval) : clockTime(at, zone)}</strong>{" "}
      <bdi dir="auto">{shownContent(schedule)}</bdi>
    </Link>
  );
}

/** Of what runs more than once a day. */
const pause = ({ value, unit }: { readonly value: number; readonly unit: string }): string =>
  unit === "minute" ? t`every ${value} min` : t`every ${value} h`;
