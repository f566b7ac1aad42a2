import { Button, Menu } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { tidings } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { useOptimistic } from "../../api/use-optimistic.ts";
import { useCommands } from "../../commands/registry.ts";
import { confirm, typedFrom } from "../../components/confirm.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { useFilterState } from "../../components/filters.tsx";
import { Icon } from "../../components/icon.tsx";
import { MenuButton } from "../../components/menu-button.tsx";
import { toast } from "../../components/toast.ts";
import { count } from "../../lib/format.ts";
import { unlocks } from "../../lib/license.ts";
import { exactTime } from "../../lib/time.ts";
import { plural, t } from "../../lib/translate.ts";
import { useNavigateTo } from "../../lib/use-navigate-to.ts";
import { EditSchedule } from "./edit-schedule.tsx";
import { reachOf } from "./reach.ts";
import type { ScheduleDetail } from "./schedule-rule.ts";

type Turn = "pause" | "resume";

const done: Readonly<Record<Turn, string>> = {
  pause: t`Paused: nothing runs until it is resumed.`,
  resume: t`Resumed.`,
};
const stateAfter = { pause: "paused", resume: "active" } as const;

/** Pause, resume, skip, run now, change and cancel. */
export function ScheduleActions({ schedule }: { readonly schedule: ScheduleDetail }) {
  const queries = useQueryClient();
  const go = useNavigateTo();
  const { license } = useSession().site;
  const [values, change] = useFilterState();
  const { schedule_id: id, state, repeat, next_run: next, time_zone: zone } = schedule;
  const licensed = unlocks(license, repeat ? "recurring" : "scheduling");
  const refresh = () => queries.invalidateQueries({ queryKey: ["schedules"] });
  const turn = useOptimistic({
    queryKey: ["schedules", "one", id],
    update: (shown: ScheduleDetail, what: Turn) => ({ ...shown, state: stateAfter[what], reason: null }),
    send: async (what) => {
      if (what === "pause") await tidings.pauseSchedule({ id });
      else await tidings.resumeSchedule({ id });
    },
    onSuccess: (what) => {
      const undo = (): void => turn.mutate("resume");
      void toast({ message: done[what], ...(what === "pause" && licensed && { undo }) });
    },
  });
  const cancel = useMutation({
    mutationFn: async () => await tidings.cancelSchedule({ id }),
    onSuccess: () => void toast({ message: t`Canceled: it never runs again.` }),
    onSettled: refresh,
  });
  const skip = useMutation({
    // The run that the dialog named: it may have left while the dialog was open.
    mutationFn: async (seen: string | null) => {
      await tidings.skipNextRun({ id, ...(seen !== null && { next_run: seen }) });
    },
    onSuccess: () => void toast({ message: t`The next run is left out.` }),
    onSettled: refresh,
  });
  // A run is a message that was sent: pressing again after a lost reply must not make a second one.
  const [runKey, setRunKey] = useState(() => crypto.randomUUID());
  const [counting, setCounting] = useState(false);
  const run = useMutation({
    mutationFn: async () => await tidings.runScheduleNow({ id }, { idempotencyKey: runKey }),
    onSuccess: ({ message_id: message }) => {
      setRunKey(crypto.randomUUID());
      void toast({ message: t`It runs now. This is its message.` });
      go(`/messages/${message}`);
    },
    onSettled: refresh,
  });
  const ready = state === "active" || state === "waiting_license";
  const askRun = async () => {
    setCounting(true);
    const people = await reachOf(schedule);
    setCounting(false);
    const sure = await confirm({
      title: t`Send this now?`,
      body: `${whatRuns(people, repeat !== null)} ${t`What has left cannot be taken back.`}`,
      action: people === null ? t`Send it now` : plural(people, "Send # text now", "Send # texts now"),
      keep: t`Leave it scheduled`,
      ...(people !== null && people >= typedFrom && { typed: count(people) }),
    });
    if (sure) run.mutate();
  };
  const askSkip = async () => {
    const sure = await confirm({
      title: t`Leave out the next run?`,
      body: [
        ...(next ? [t`Nothing is sent on ${exactTime(new Date(next), zone)}.`] : []),
        repeat ? t`It goes on with the run after that.` : t`As it runs only once, the schedule then ends.`,
        t`This cannot be taken back.`,
      ].join(" "),
      action: t`Skip 1 run`,
      keep: t`Leave it in`,
    });
    if (sure) skip.mutate(next);
  };
  const askCancel = async () => {
    const sure = await confirm({
      title: t`Cancel this schedule for good?`,
      body: t`It never runs again, and stays readable. A message that it has made already goes on. Pausing can be taken back; this cannot.`,
      action: t`Cancel 1 schedule`,
      keep: t`Leave it as it is`,
      danger: true,
    });
    if (sure) cancel.mutate();
  };
  const edit = () => change({ edit: true });
  const busy = cancel.isPending || skip.isPending || run.isPending || counting;
  const open = (ready || state === "paused") && !busy;
  useCommands([
    ...(open && ready
      ? [{ id: "skip-run", label: t`Skip the next run`, keys: "s", icon: "minus" as const, run: () => void askSkip() }]
      : []),
    ...(open && licensed
      ? [{ id: "run-schedule", label: t`Run it now`, keys: "n", icon: "send" as const, run: () => void askRun() }]
      : []),
    ...(open
      ? [
          {
            id: "cancel-schedule",
            label: t`Cancel the schedule`,
            keys: "c",
            icon: "ban" as const,
            run: () => void askCancel(),
          },
        ]
      : []),
    ...(ready
      ? [{ id: "pause-schedule", label: t`Pause this schedule`, keys: "p", run: () => turn.mutate("pause") }]
      : []),
    ...(state === "paused" && licensed
      ? [{ id: "resume-schedule", label: t`Resume this schedule`, keys: "p", run: () => turn.mutate("resume") }]
      : []),
    ...(licensed ? [{ id: "edit-schedule", label: t`Change this schedule`, keys: "e", run: edit }] : []),
  ]);
  const failure = turn.error ?? cancel.error;
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
      <MenuButton
        position="bottom-end"
        button={(props) => (
          <Button
            {...props}
            variant="default"
            disabled={busy}
            rightSection={<Icon name="chevron-down" size={12} />}
          >{t`More`}</Button>
        )}
      >
        {ready && (
          <Menu.Item
            leftSection={<Icon name="minus" size={14} />}
            rightSection={<kbd>S</kbd>}
            onClick={() => void askSkip()}
          >{t`Skip the next run`}</Menu.Item>
        )}
        <Menu.Item
          leftSection={<Icon name="send" size={14} />}
          rightSection={<kbd>N</kbd>}
          disabled={!licensed}
          onClick={() => void askRun()}
        >
          {licensed ? t`Run it now` : t`Run it now (needs a license)`}
        </Menu.Item>
        <Menu.Item
          data-danger
          leftSection={<Icon name="ban" size={14} />}
          rightSection={<kbd>C</kbd>}
          onClick={() => void askCancel()}
        >{t`Cancel the schedule`}</Menu.Item>
      </MenuButton>
      <EditSchedule
        schedule={schedule}
        opened={values["edit"] === true && licensed}
        onClose={() => change({ edit: undefined })}
      />
    </>
  );
}

/** What running it now means; `people` is null where nobody knows how many they are. */
function whatRuns(people: number | null, repeats: boolean): string {
  if (people === null) {
    return repeats
      ? t`It goes to everybody it is addressed to at once, in addition to its regular runs.`
      : t`It goes to everybody it is addressed to at once, and the schedule is then completed.`;
  }
  return repeats
    ? plural(
        people,
        "It goes to about # person at once, in addition to its regular runs.",
        "It goes to about # people at once, in addition to its regular runs.",
      )
    : plural(
        people,
        "It goes to about # person at once, and the schedule is then completed.",
        "It goes to about # people at once, and the schedule is then completed.",
      );
}
