import { confirm, typedFrom } from "../../components/overlays/confirm.ts";
import { count } from "../../lib/format.ts";
import { exactTime } from "../../lib/time.ts";
import { plural, t } from "../../lib/translate.ts";
import type { ScheduleDetail } from "./schedule-rule.ts";

/** @param people about how many it reaches; null where nobody knows */
export function confirmRun({ repeat }: ScheduleDetail, people: number | null): Promise<boolean> {
  return confirm({
    title: t`Send this now?`,
    body: `${whatRuns(people, repeat !== null)} ${t`What has left cannot be taken back.`}`,
    action: people === null ? t`Send it now` : plural(people, "Send # text now", "Send # texts now"),
    keep: t`Leave it scheduled`,
    ...(people !== null && people >= typedFrom && { typed: count(people) }),
  });
}

export function confirmSkip({ next_run: next, repeat, time_zone: zone }: ScheduleDetail): Promise<boolean> {
  return confirm({
    title: t`Leave out the next run?`,
    body: [
      ...(next ? [t`Nothing is sent on ${exactTime(new Date(next), zone)}.`] : []),
      repeat ? t`It goes on with the run after that.` : t`As it runs only once, the schedule then ends.`,
      t`This cannot be taken back.`,
    ].join(" "),
    action: t`Skip 1 run`,
    keep: t`Leave it in`,
  });
}

export function confirmCancel(): Promise<boolean> {
  return confirm({
    title: t`Cancel this schedule for good?`,
    body: t`It never runs again, and stays readable. A message that it has made already goes on. Pausing can be taken back; this cannot.`,
    action: t`Cancel 1 schedule`,
    keep: t`Leave it as it is`,
    danger: true,
  });
}

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
