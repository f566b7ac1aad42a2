import { Temporal } from "temporal-polyfill";

import { day, hour, minute } from "#lib/time";

import type { RepeatRule, RepeatUnit } from "./repeat.ts";

const LAST_YEAR = 9_999;

/** Units of a fixed length: an hour is an hour, even if the wall clock changes meanwhile. */
const exact: Partial<Readonly<Record<RepeatUnit, number>>> = { minute, hour };

/** The maximum length of a calendar unit, so that the first guess is never past the result. */
const longest: Partial<Readonly<Record<RepeatUnit, number>>> = { day, week: 7 * day, month: 31 * day, year: 366 * day };

/**
 * The next instants of a rule at or after `from`, in milliseconds since 1970: at most `count`, fewer where it ends.
 *
 * Each is counted from the start and never from the one before, so months do not drift (31 January, 28 February,
 * 31 March). Days and longer keep the wall clock over daylight saving; minutes and hours keep their length.
 */
export function occurrences(rule: RepeatRule, from: number, count: number): readonly number[] {
  const found: number[] = [];
  const step = exact[rule.unit];
  const at = step === undefined ? calendar(rule) : (n: number): number => rule.start.at + n * rule.every * step;
  let n = firstGuess(rule, from);
  let previous = n === 0 ? -Infinity : (at(n - 1) ?? Infinity);
  while (found.length < count) {
    const instant = at(n);
    if (instant === null || (rule.until !== null && instant > rule.until)) break;
    // If a zone skips a whole day (Pacific/Apia 2011), two days fall on one instant, which occurs only once.
    if (instant >= from && instant > previous) found.push(instant);
    previous = instant;
    n += 1;
  }
  return found;
}

function firstGuess(rule: RepeatRule, from: number): number {
  const ahead = from - rule.start.at;
  if (ahead <= 0) return 0;
  const step = exact[rule.unit];
  if (step !== undefined) return Math.ceil(ahead / (step * rule.every));
  return Math.max(0, Math.floor(ahead / (longest[rule.unit]! * rule.every)) - 1);
}

/** The n-th occurrence on the calendar, null beyond the last year that RFC 3339 can express. */
function calendar(rule: RepeatRule): (n: number) => number | null {
  const wall = Temporal.PlainDateTime.from(rule.start.wall);
  const unit = `${rule.unit}s` as "days" | "weeks" | "months" | "years";
  return (n) => {
    // The start itself may be in the second of two equal hours, which its wall time does not show.
    if (n === 0) return rule.start.at;
    const then = wall.add({ [unit]: n * rule.every });
    return then.year > LAST_YEAR
      ? null
      : then.toZonedDateTime(rule.zone, { disambiguation: "compatible" }).epochMilliseconds;
  };
}
