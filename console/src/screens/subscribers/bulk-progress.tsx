import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { tidings } from "../../api/client.ts";
import { countOf, isJobOver, type Job, useJob } from "../../api/use-job.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { JobProgress } from "../../components/job-progress.tsx";
import { Panel } from "../../components/panel.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { list } from "../../lib/format.ts";
import { plural, t } from "../../lib/translate.ts";
import { actions } from "./bulk-actions.ts";
import classes from "./bulk.module.css";
import { useGroups } from "./use-groups.ts";

type BulkProgressProps = {
  readonly id: string;
  readonly onClose: () => void;
  /** The job that takes it back. */
  readonly onUndo: (job: string) => void;
};

/** A bulk action that runs or has ended, above the list that it changes. */
export function BulkProgress({ id, onClose, onUndo }: BulkProgressProps) {
  const queries = useQueryClient();
  const part = useRef<HTMLDivElement>(null);
  const { data: job, error, refetch } = useJob(id);
  const groups = useGroups();
  const over = job !== undefined && isJobOver(job);
  useEffect(() => {
    if (over) void queries.invalidateQueries({ queryKey: ["subscribers"] });
  }, [over, queries]);
  const action = job?.result?.["action"];
  const what = job?.undoes
    ? t`Undo of a change`
    : (actions.find(({ value }) => value === action)?.label ?? t`Change of many people`);
  const group = groups.data?.find(({ id: known }) => known === job?.result?.["group_id"])?.name;
  const undo = useMutation({
    mutationFn: (undone: string) => tidings.undoJob({ id: undone }),
    onSuccess: (undoing) => {
      // The button that has the focus goes with the job that is taken back.
      part.current?.focus();
      onUndo(undoing.id);
    },
    onSettled: (_undoing, _error, undone) => queries.invalidateQueries({ queryKey: ["jobs", "one", undone] }),
  });
  const undoneHere = undo.variables === id;
  return (
    <div ref={part} className={classes.progress} role="group" aria-label={what} tabIndex={-1}>
      <Panel>
        {error && <ErrorView error={error} onRetry={() => void refetch()} />}
        {!job && !error && <Skeleton height={72} />}
        {job && (
          <div className={classes.job}>
            <JobProgress
              job={job}
              label={group === undefined ? what : t`${what}: ${group}`}
              stop={{
                action: t`Stop it`,
                title: t`Stop this change?`,
                body: t`People who were changed so far stay changed; the others stay as they are.`,
              }}
            />
            {job.error && <p role="alert">{job.error}</p>}
            {over && (
              <div className={classes.done}>
                <span role="status">{outcome(job)}</span>
                <div className={classes.buttons}>
                  {job.undoable_until !== null && (
                    <Button
                      variant="subtle"
                      size="xs"
                      loading={undoneHere && undo.isPending}
                      onClick={() => undo.mutate(id)}
                    >
                      {t`Undo`}
                    </Button>
                  )}
                  <Button variant="default" size="xs" onClick={onClose}>{t`Close`}</Button>
                </div>
              </div>
            )}
            {undoneHere && undo.error && <ErrorView error={undo.error} title={t`Nothing was taken back`} />}
          </div>
        )}
      </Panel>
    </div>
  );
}

function outcome(job: Job): string {
  const unchanged = countOf(job, "unchanged");
  const parts = [plural(countOf(job, "changed"), "# person changed", "# people changed")];
  if (unchanged > 0) parts.push(plural(unchanged, "# stays as before", "# stay as before"));
  if (job.undone_by !== null) parts.push(t`taken back`);
  return list(parts, "unit");
}
