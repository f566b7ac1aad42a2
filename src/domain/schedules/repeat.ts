import { err, ok, type Result } from "#lib/result";

import type { Detail } from "../error.ts";
import { readEnd, type Moment } from "./moment.ts";

export const repeatUnits = ["minute", "hour", "day", "week", "month", "year"] as const;
export type RepeatUnit = (typeof repeatUnits)[number];

/** The longest interval, in its unit. */
export const MAX_UNITS = 1_000;

/** A self-contained recurrence: it keeps its own zone even if the site's changes. */
export type RepeatRule = {
  readonly start: Moment;
  readonly zone: string;
  readonly every: number;
  readonly unit: RepeatUnit;
  /** Milliseconds since 1970 of the last instant at which it may occur; null: no end. */
  readonly until: number | null;
};

/** As callers write it; clients use either spelling of the end. */
export type RepeatFields = {
  readonly interval: { readonly value: number; readonly unit: RepeatUnit };
  readonly endDate?: string | undefined;
  readonly end_date?: string | undefined;
  readonly repeatForever?: boolean | undefined;
};

/** Turns the fields of a repeat into its rule, or returns all its issues. */
export function readRepeat(fields: RepeatFields, start: Moment, zone: string): Result<RepeatRule, readonly Detail[]> {
  const issues: Detail[] = [];
  const ends = new Map<string, number>();
  for (const name of ["endDate", "end_date"] as const) {
    const text = fields[name];
    if (text === undefined) continue;
    const field = `repeat.${name}`;
    const end = readEnd(text, zone);
    if (!end.ok) issues.push({ field, ...end.error, value: text });
    else if (end.value < start.at) {
      issues.push({ field, code: "end_before_start", message: "is before the first run", value: text });
    } else ends.set(field, end.value);
  }
  const [until, other] = [...ends.values()];
  if (other !== undefined && other !== until) {
    issues.push({ field: "repeat.end_date", code: "invalid_date", message: "is not the same end as repeat.endDate" });
  }
  const ending = fields.endDate !== undefined || fields.end_date !== undefined;
  if (fields.repeatForever === true && ending) {
    issues.push({
      field: "repeat.repeatForever",
      code: "not_together",
      message: "must not be true if there is an end",
    });
  }
  // WP SMS treats a missing end as "forever" even here; a caller who said "not forever" would send messages for years.
  if (fields.repeatForever === false && !ending) {
    issues.push({ field: "repeat.endDate", code: "required", message: "is required if repeatForever is false" });
  }
  if (issues.length > 0) return err(issues);
  const { value, unit } = fields.interval;
  return ok({ start, zone, every: value, unit, until: until ?? null });
}
