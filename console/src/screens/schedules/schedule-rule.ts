import type { Operations } from "tidings-client";

import type { Rule } from "../../lib/recurrence.ts";

export type ScheduleDetail = Operations["getSchedule"]["data"];
/** Without what only a single schedule's response has. */
export type ScheduleSummary = Operations["listSchedules"]["data"]["items"][number];

/** The rule of a schedule, in its own zone. */
export function scheduleRule({ schedule, time_zone: zone, repeat }: ScheduleSummary): Rule {
  return {
    start: new Date(schedule),
    zone,
    repeat: repeat && repeat.interval,
    until: repeat?.end_at ? new Date(repeat.end_at) : null,
  };
}
