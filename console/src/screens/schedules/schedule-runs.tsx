import { useQuery } from "@tanstack/react-query";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";
import { useList } from "../../api/use-list.ts";
import type { Column } from "../../components/data-table/data-table-column.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorView } from "../../components/error-view.tsx";
import { Panel } from "../../components/panel.tsx";
import { SkeletonLines } from "../../components/skeleton.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { Time } from "../../components/time.tsx";
import { clockNote } from "../../lib/clock-note.ts";
import { exactTime } from "../../lib/time.ts";
import { plural, t } from "../../lib/translate.ts";
import type { ScheduleDetail } from "./schedule-rule.ts";
import classes from "./schedules.module.css";

type Run = Operations["listScheduleRuns"]["data"]["items"][number];

const reasons: Readonly<Record<string, string>> = {
  late: t`It came too late.`,
  by_request: t`Somebody skipped it.`,
  restored: t`It was due between a backup and the restore, and may have been sent then.`,
  no_recipients: t`Nobody was left to send it to.`,
  consent_required: t`Nobody whom it goes to has agreed to marketing.`,
  no_gateway: t`Its gateway is not configured any more.`,
  gateway_cannot: t`Its gateway cannot send such a message.`,
};

/** The next five, in the schedule's own zone. */
export function UpcomingRuns({ schedule }: { readonly schedule: ScheduleDetail }) {
  const { schedule_id: id, time_zone: zone, repeat, state } = schedule;
  const query = useQuery({
    queryKey: ["schedules", "upcoming", id],
    queryFn: async ({ signal }) => await tidings.listScheduleRuns({ id, per_page: 1 }, { signal }),
  });
  const upcoming = query.data?.upcoming;
  const note =
    upcoming &&
    clockNote(
      upcoming.map((at) => new Date(at)),
      zone,
      repeat?.interval.unit,
    );
  return (
    <Panel title={t`Next runs`} lead={state === "paused" ? t`If it is resumed now.` : undefined}>
      {query.error && !upcoming && <ErrorView error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <SkeletonLines lines={5} />}
      {upcoming?.length === 0 && <p className={classes.quiet}>{t`It does not run any more.`}</p>}
      <ol className={classes.upcoming}>
        {upcoming?.map((at) => (
          <li key={at}>
            <Time at={at} show="exact" zone={zone} />
          </li>
        ))}
      </ol>
      {note && <p className={classes.note}>{note}</p>}
    </Panel>
  );
}

const columnsOf = (zone: string): readonly Column<Run>[] => [
  {
    id: "due",
    head: t`Was due`,
    width: "minmax(0, 1fr)",
    phone: "title",
    cell: ({ run_at: at }) => <Time at={at} show="exact" zone={zone} focusable={false} />,
  },
  {
    id: "reason",
    head: t`Why`,
    width: "minmax(0, 1fr)",
    cell: ({ reason, missed }) => (
      <span className={classes.quiet}>
        {reason && (reasons[reason] ?? reason.replaceAll("_", " "))}{" "}
        {missed > 0 && plural(missed, "# run was missed before it.", "# runs were missed before it.")}
      </span>
    ),
  },
  {
    id: "outcome",
    head: t`Outcome`,
    width: "130px",
    phone: "end",
    cell: ({ outcome }) => <StateBadge of="run" state={outcome} />,
  },
];

/** What became of the runs before; a row leads to the message that it made. */
export function PastRuns({ schedule }: { readonly schedule: ScheduleDetail }) {
  const { schedule_id: id, time_zone: zone } = schedule;
  const list = useList<Run>(["schedules", "runs", id], (cursor, signal) =>
    tidings.listScheduleRuns({ id, per_page: 50, ...(cursor && { cursor }) }, { signal }),
  );
  return (
    <section aria-label={t`Past runs`} className={classes.past}>
      <DataTable
        label={t`Past runs`}
        list={list}
        columns={columnsOf(zone)}
        rowKey={({ run_at: at, ran_at: ran }) => `${at} ${ran}`}
        rowLink={({ message_id: message }) =>
          message ? { to: "/messages/$id", params: { id: message } } : { to: "/schedules/$id", params: { id } }
        }
        empty={
          <EmptyState icon="clock" title={t`It has not run yet`}>
            {noRunYet(schedule)}
          </EmptyState>
        }
      />
    </section>
  );
}

/** What comes before the first run. */
function noRunYet({ state, next_run: next, time_zone: zone }: ScheduleDetail): string | undefined {
  switch (state) {
    case "active":
      return next === null
        ? undefined
        : t`Its first run is on ${exactTime(new Date(next), zone)}. Each run is listed here and leads to its message.`;
    case "paused":
      return t`It is paused. Once you resume it, each run is listed here and leads to its message.`;
    case "waiting_license":
      return t`It waits for a license.`;
    case "canceled":
      return t`It was canceled before its first run.`;
    default:
      return undefined;
  }
}
