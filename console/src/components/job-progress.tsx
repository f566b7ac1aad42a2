import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { tidings } from "../api/client.ts";
import { isJobOver, type Job } from "../api/use-job.ts";
import { plural, t } from "../lib/translate.ts";
import { confirm } from "./overlays/confirm.ts";
import { ErrorView } from "./error-view.tsx";
import classes from "./job-progress.module.css";
import { StateBadge } from "./state-badge.tsx";

export type JobProgressProps = {
  readonly job: Job;
  /** What it does: "Adding people to VIP". */
  readonly label: ReactNode;
  /** What was found so far, while the total is not known. */
  readonly before?: string;
  /** The button that cancels it, and the question before that: what was done so far stays. */
  readonly stop?: { readonly action: string; readonly title: string; readonly body: string };
};

/** The progress of a job: its state, a bar with its numbers, and a button that cancels it. */
export function JobProgress({ job, label, before, stop }: JobProgressProps) {
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => tidings.cancelJob({ id: job.id }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["jobs"] }),
  });
  const confirmStop = async () => {
    if (stop && (await confirm({ ...stop, keep: t`Let it go on`, danger: true }))) cancel.mutate();
  };
  const { done, total } = job.progress;
  const over = isJobOver(job);
  const share = total === null || total === 0 ? (job.state === "completed" ? 1 : 0) : done / total;
  return (
    <div className={classes.job}>
      <div className={classes.line}>
        <span className={classes.label}>{label}</span>
        <StateBadge of="job" state={job.state} />
        {stop && !over && (
          <Button variant="default" size="xs" loading={cancel.isPending} onClick={() => void confirmStop()}>
            {stop.action}
          </Button>
        )}
      </div>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={t`Progress`}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(total === null ? {} : { "aria-valuenow": Math.round(share * 100) })}
        data-state={job.state}
        data-open={(total === null && !over) || undefined}
      >
        <span style={{ inlineSize: `${share * 100}%` }} />
      </div>
      <p className={classes.numbers}>
        {total === null
          ? (before ?? t`It begins in a moment.`)
          : t`${done} of ${plural(total, "# person", "# people")}`}
      </p>
      {cancel.error && <ErrorView error={cancel.error} title={t`It goes on`} />}
    </div>
  );
}
