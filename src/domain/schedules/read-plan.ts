import type { Clock } from "#lib/time";

import type { Detail } from "../error.ts";
import { readRepeat, type RepeatFields, type RepeatRule } from "./repeat.ts";
import { readSchedule, type Moment } from "./moment.ts";

/** The time parameters of a call to send. */
export type ScheduleFields = {
  readonly schedule?: string | undefined;
  readonly repeat?: RepeatFields | undefined;
};

export type Plan = {
  readonly start: Moment;
  readonly zone: string;
  readonly repeat: RepeatRule | null;
};

/**
 * Parses `schedule` and `repeat` of a call and adds their errors to `issues`.
 *
 * @returns null if neither is present, or if they are invalid
 */
export function readPlan(fields: ScheduleFields, zone: string, now: number, issues: Detail[]): Plan | null {
  const { schedule, repeat } = fields;
  if (schedule === undefined) {
    // An invalid `schedule` already has an issue.
    if (repeat !== undefined && !issues.some((issue) => issue.field === "schedule")) {
      issues.push({ field: "schedule", code: "required", message: "is required with repeat: it is the first run" });
    }
    return null;
  }
  const start = readSchedule(schedule, zone, now);
  if (!start.ok) {
    issues.push({ field: "schedule", ...start.error, value: schedule });
    return null;
  }
  if (repeat === undefined) return { start: start.value, zone, repeat: null };
  const rule = readRepeat(repeat, start.value, zone);
  if (rule.ok) return { start: start.value, zone, repeat: rule.value };
  issues.push(...rule.error);
  return null;
}

/** `readPlan` in the site's zone. */
export function scheduleReader(site: {
  readonly zone: string;
  readonly clock: Clock;
}): (fields: ScheduleFields, issues: Detail[]) => Plan | null {
  return (fields, issues) => readPlan(fields, site.zone, site.clock.now(), issues);
}
