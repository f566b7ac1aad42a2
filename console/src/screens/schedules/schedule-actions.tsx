import { Button } from "@mantine/core";
import { useState } from "react";

import { useSession } from "../../api/session.ts";
import { useCommands } from "../../commands/registry.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { useFilterState } from "../../components/filters/filters.tsx";
import { unlocks } from "../../lib/license.ts";
import { t } from "../../lib/translate.ts";
import { EditSchedule } from "./edit-schedule.tsx";
import { confirmCancel, confirmRun, confirmSkip } from "./questions.ts";
import { reachOf } from "./reach.ts";
import { ScheduleMenu } from "./schedule-menu.tsx";
import type { ScheduleDetail } from "./schedule-rule.ts";
import { useScheduleChanges } from "./use-schedule-changes.ts";

/** Pause, resume, skip, run now, change and cancel. */
export function ScheduleActions({ schedule }: { readonly schedule: ScheduleDetail }) {
  const { license } = useSession().site;
  const [values, change] = useFilterState();
  const { state, repeat } = schedule;
  const licensed = unlocks(license, repeat ? "recurring" : "scheduling");
  const { turn, cancel, skip, run } = useScheduleChanges(schedule, licensed);
  const [counting, setCounting] = useState(false);
  const ready = state === "active" || state === "waiting_license";
  const runNow = async () => {
    setCounting(true);
    const people = await reachOf(schedule);
    setCounting(false);
    if (await confirmRun(schedule, people)) run.mutate();
  };
  const skipNext = async () => {
    if (await confirmSkip(schedule)) skip.mutate(schedule.next_run);
  };
  const end = async () => {
    if (await confirmCancel()) cancel.mutate();
  };
  const edit = () => change({ edit: true });
  const busy = cancel.isPending || skip.isPending || run.isPending || counting;
  const open = (ready || state === "paused") && !busy;
  useCommands([
    ...(open && ready
      ? [{ id: "skip-run", label: t`Skip the next run`, keys: "s", icon: "minus" as const, run: () => void skipNext() }]
      : []),
    ...(open && licensed
      ? [{ id: "run-schedule", label: t`Run it now`, keys: "n", icon: "send" as const, run: () => void runNow() }]
      : []),
    ...(open
      ? [
          {
            id: "cancel-schedule",
            label: t`Cancel the schedule`,
            keys: "c",
            icon: "ban" as const,
            run: () => void end(),
          },
        ]
      : []),
    ...(ready
      ? [{ id: "pause-schedule", label: t`Pause this schedule`, keys: "p", run: () => turn.mutate("pause") }]
      : []),
    ...(state === "paused" && licensed
      ? [{ id: "resume-schedule", label: t`Resume this schedule`, keys: "p", run: () => turn.mutate("resume") }]
      : []),
    ...(licensed && (ready || state === "paused")
      ? [{ id: "edit-schedule", label: t`Change this schedule`, keys: "e", run: edit }]
      : []),
  ]);
  const failure = turn.error ?? cancel.error ?? skip.error;
  const failed = failure && <ErrorView error={failure} title={t`Nothing was changed`} />;
  if (!ready && state !== "paused") return failed;
  const without = licensed ? {} : { disabled: true, title: t`Needs a license.` };
  return (
    <>
      {run.error && (
        <ErrorView
          error={run.error}
          title={t`It was not sent now`}
          unsure={t`It may have been sent. Running it again now does not send it twice`}
        />
      )}
      {failed}
      {ready ? (
        <Button
          variant="default"
          loading={busy}
          rightSection={<kbd>P</kbd>}
          onClick={() => turn.mutate("pause")}
        >{t`Pause`}</Button>
      ) : (
        <Button
          loading={busy}
          rightSection={<kbd>P</kbd>}
          onClick={() => turn.mutate("resume")}
          {...without}
        >{t`Resume`}</Button>
      )}
      <Button variant="default" rightSection={<kbd>E</kbd>} onClick={edit} {...without}>{t`Change`}</Button>
      <ScheduleMenu
        busy={busy}
        onSkip={ready ? () => void skipNext() : undefined}
        onRun={licensed ? () => void runNow() : undefined}
        onCancel={() => void end()}
      />
      <EditSchedule
        schedule={schedule}
        opened={values["edit"] === true && licensed}
        onClose={() => change({ edit: undefined })}
      />
    </>
  );
}
