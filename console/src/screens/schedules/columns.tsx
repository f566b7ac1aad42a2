import type { Column } from "../../components/data-table/data-table-column.ts";
import { Time } from "../../components/time.tsx";
import { count } from "../../lib/format.ts";
import { repeatWords } from "../../lib/repeat-words.ts";
import { shownContent } from "../../lib/shown-text.ts";
import { inZone } from "../../lib/time.ts";
import { t, term } from "../../lib/translate.ts";
import { type ScheduleSummary, scheduleRule } from "./schedule-rule.ts";
import { ScheduleState } from "./schedule-state.tsx";
import classes from "./schedules.module.css";

export const columns: readonly Column<ScheduleSummary>[] = [
  {
    id: "text",
    head: t`Text`,
    width: "minmax(0, 1fr)",
    phone: "title",
    cell: (schedule) => <bdi dir="auto">{shownContent(schedule)}</bdi>,
  },
  {
    id: "rule",
    head: t`When`,
    width: "minmax(0, 1fr)",
    cell: (schedule) => (
      <span className={classes.quiet}>{inZone(repeatWords(scheduleRule(schedule)), schedule.time_zone)}</span>
    ),
  },
  {
    id: "next",
    head: term("Next", "run"),
    width: "110px",
    align: "end",
    cell: ({ next_run: at, time_zone: zone }) => <Time at={at} zone={zone} />,
  },
  {
    id: "runs",
    head: t`Runs`,
    width: "64px",
    align: "end",
    phone: "hidden",
    cell: ({ runs }) => count(runs),
  },
  {
    id: "state",
    head: t`State`,
    width: "192px",
    phone: "end",
    cell: (schedule) => <ScheduleState schedule={schedule} />,
  },
];
