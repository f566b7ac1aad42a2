import type { Column } from "../../components/data-table-column.ts";
import { StateBadge } from "../../components/state-badge.tsx";
import { Time } from "../../components/time.tsx";
import { repeatWords } from "../../lib/repeat-words.ts";
import { type ScheduleSummary, scheduleRule } from "./schedule-rule.ts";
import classes from "./schedules.module.css";

export const columns: readonly Column<ScheduleSummary>[] = [
  {
    id: "text",
    head: "Text",
    width: "minmax(0, 1fr)",
    phone: "title",
    cell: ({ message }) => (
      <bdi className={classes.text} dir="auto">
        {message}
      </bdi>
    ),
  },
  {
    id: "rule",
    head: "When",
    width: "minmax(0, 1fr)",
    cell: (schedule) => <span className={classes.quiet}>{repeatWords(scheduleRule(schedule))}</span>,
  },
  {
    id: "next",
    head: "Next",
    width: "110px",
    align: "end",
    phone: "hidden",
    cell: ({ next_run: at }) => <Time at={at} />,
  },
  {
    id: "runs",
    head: "Runs",
    width: "64px",
    align: "end",
    phone: "hidden",
    cell: ({ runs }) => runs,
  },
  {
    id: "state",
    head: "State",
    width: "160px",
    phone: "end",
    cell: ({ state }) => <StateBadge of="schedule" state={state} />,
  },
];
