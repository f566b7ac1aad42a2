import { ActionIcon } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

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
import { t } from "../../lib/translate.ts";
import { useIsPhone } from "../../lib/use-is-phone.ts";
import { useNow } from "../../lib/use-now.ts";
import { Day } from "./calendar-day.tsx";
import { type CalendarDay, monthGrid } from "./calendar-month.ts";
import classes from "./calendar.module.css";
import { useDayFocus } from "./use-day-focus.ts";

/** So many schedules are read, the newest ones. */
const mostSchedules = 100;

const weekdays = Array.from({ length: 7 }, (_, index) =>
  // 1 January 2024 was a Monday.
  new Intl.DateTimeFormat(dateLocale(), { weekday: "short", timeZone: "UTC" }).format(
    Date.UTC(2024, 0, firstWeekday(dateLocale()) + index),
  ),
);

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
  const show = (other: string) => change({ month: other });
  const turn = (by: number) => show(monthAfter(month, by));
  useCommands([
    { id: "previous-month", label: t`Previous month`, keys: "[", icon: "chevron-left", run: () => turn(-1) },
    { id: "next-month", label: t`Next month`, keys: "]", icon: "chevron-right", run: () => turn(1) },
  ]);
  if (query.error && !query.data) return <ErrorView error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={560} />;
  const days = monthGrid(month, query.data.items, { zone, now, locale: dateLocale() });
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
      <Month
        title={title}
        days={days}
        month={month}
        today={today}
        zone={zone}
        now={plannable ? now : null}
        show={show}
      />
      {days.every(({ inMonth, runs }) => !inMonth || runs.length === 0) && (
        <p className={classes.nothing}>{t`Nothing is to be sent in this month.`}</p>
      )}
    </section>
  );
}

type MonthProps = {
  readonly title: string;
  readonly days: readonly CalendarDay[];
  readonly month: string;
  readonly today: string;
  readonly zone: string;
  /** null: nothing can be scheduled. */
  readonly now: Date | null;
  readonly show: (month: string) => void;
};

/** A grid with one stop of the Tab key; on a phone a list of the days on which something is sent. */
function Month({ title, days, month, today, zone, now, show }: MonthProps) {
  const isList = useIsPhone();
  const { grid, active, activate, onKeyDown } = useDayFocus({ days, month, today }, show);
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
  return (
    <table ref={grid} className={classes.month} {...(!isList && { role: "grid", "aria-label": title, onKeyDown })}>
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
              <Day
                key={day.date}
                day={day}
                {...(!isList && { active: day.date === active })}
                onFocus={() => activate(day.date)}
                today={day.date === today}
                zone={zone}
                now={now}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
