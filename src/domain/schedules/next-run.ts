import { hour, minute } from "#lib/time";

import { occurrences } from "./occurrences.ts";
import type { RepeatRule } from "./repeat.ts";
import type { Schedule } from "./schedule.ts";

/** What to do with a due schedule. */
export type Verdict = {
  readonly kind: "run" | "late";
  /** The occurrence being decided: the last one due. */
  readonly runAt: number;
  /** Earlier occurrences missed while nothing ran: they are never made up for. */
  readonly missed: number;
  readonly next: number | null;
};

/**
 * A run within this time is never late: the service itself needs some time until the next poll, for what is due before
 * it, and for the retry of a batch that failed. With a window of 0, every run would be skipped.
 */
const PROMPT_MS = minute;

/** Number of calendar occurrences read ahead at a time. */
const STRIDE = 64;

/**
 * Decides about a due schedule at `now` (database time). After an outage, a recurring schedule runs at most once, for
 * its last occurrence; a run beyond its window follows `ifLate`.
 *
 * @returns null if nothing is due
 */
export function judge(
  schedule: Pick<Schedule, "nextRun" | "repeat" | "ifLate" | "lateAfter">,
  now: number,
): Verdict | null {
  const { nextRun, repeat } = schedule;
  if (nextRun === null || nextRun > now) return null;
  const { last, missed, next } = repeat ? passed(repeat, nextRun, now) : { last: nextRun, missed: 0, next: null };
  const window = Math.max(PROMPT_MS, schedule.lateAfter * 1_000);
  const late = now - last > window && schedule.ifLate === "skip";
  return { kind: late ? "late" : "run", runAt: last, missed, next };
}

/**
 * Two occurrences of days or longer are never closer. One that is closer is the same one, counted by other rules of its
 * zone: a government changed them after it became the next run, and it would run again an hour later.
 */
const CLOSEST_MS = 12 * hour;

const isExact = ({ unit }: RepeatRule): boolean => unit === "minute" || unit === "hour";

/** The first instant at which the occurrence after one at `instant` may be. */
const behind = (rule: RepeatRule, instant: number): number => instant + (isExact(rule) ? 1 : CLOSEST_MS);

/** The occurrence that follows one at `instant`, null if the rule has ended. */
export function following(repeat: RepeatRule | null, instant: number): number | null {
  return repeat === null ? null : (occurrences(repeat, behind(repeat, instant), 1)[0] ?? null);
}

/** The first occurrence after any instant, null if the rule has ended. */
export function nextAfter(repeat: RepeatRule | null, instant: number): number | null {
  return repeat === null ? null : (occurrences(repeat, instant + 1, 1)[0] ?? null);
}

/** The next occurrence if none are made up for: on resuming, or when the rule changes. */
export function upcoming(
  schedule: Pick<Schedule, "repeat" | "nextRun" | "start">,
  now: number,
  count: number,
): readonly number[] {
  const { repeat, nextRun } = schedule;
  if (nextRun === null) return [];
  if (repeat === null) return [nextRun];
  if (nextRun <= now) return occurrences(repeat, now + 1, count);
  return [nextRun, ...occurrences(repeat, behind(repeat, nextRun), count - 1)].slice(0, count);
}

function passed(rule: RepeatRule, from: number, now: number): { last: number; missed: number; next: number | null } {
  if (isExact(rule)) return passedExactly(rule, from, now);
  let last = from;
  let missed = 0;
  for (let start = behind(rule, from); ;) {
    const page = occurrences(rule, start, STRIDE);
    for (const instant of page) {
      if (instant > now) return { last, missed, next: instant };
      last = instant;
      missed += 1;
    }
    if (page.length < STRIDE) return { last, missed, next: null };
    start = page.at(-1)! + 1;
  }
}

/** For minutes and hours, missed runs are computed, not iterated: an outage may last a year of minutes. */
function passedExactly(rule: RepeatRule, from: number, now: number): ReturnType<typeof passed> {
  const step = rule.every * (rule.unit === "hour" ? hour : minute);
  const end = rule.until === null ? now : Math.min(now, rule.until);
  const steps = Math.max(0, Math.floor((end - from) / step));
  const last = from + steps * step;
  return { last, missed: steps, next: nextAfter(rule, last) };
}
