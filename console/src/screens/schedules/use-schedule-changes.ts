import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { tidings } from "../../api/client.ts";
import { useOptimistic } from "../../api/use-optimistic.ts";
import { toast } from "../../components/overlays/toast.ts";
import { t } from "../../lib/translate.ts";
import { useNavigateTo } from "../../lib/use-navigate-to.ts";
import type { ScheduleDetail } from "./schedule-rule.ts";

type Turn = "pause" | "resume";

const done: Readonly<Record<Turn, string>> = {
  pause: t`Paused: nothing runs until it is resumed.`,
  resume: t`Resumed: you answer for its runs now.`,
};
const stateAfter = { pause: "paused", resume: "active" } as const;

/**
 * The calls that change a schedule, each with what it says afterwards.
 *
 * @param licensed whether a pause can be undone
 */
export function useScheduleChanges({ schedule_id: id }: ScheduleDetail, licensed: boolean) {
  const queries = useQueryClient();
  const go = useNavigateTo();
  const refresh = () => queries.invalidateQueries({ queryKey: ["schedules"] });
  const turn = useOptimistic({
    queryKey: ["schedules", "one", id],
    update: (shown: ScheduleDetail, what: Turn) => ({
      ...shown,
      state: stateAfter[what],
      reason: null,
      pause_reason: null,
    }),
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
  const run = useMutation({
    mutationFn: async () => await tidings.runScheduleNow({ id }, { idempotencyKey: runKey }),
    onSuccess: ({ message_id: message }) => {
      setRunKey(crypto.randomUUID());
      void toast({ message: t`It runs now. This is its message.` });
      go(`/messages/${message}`);
    },
    onSettled: refresh,
  });
  return { turn, cancel, skip, run };
}
