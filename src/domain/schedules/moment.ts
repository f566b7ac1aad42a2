import { Temporal } from "temporal-polyfill";

import { err, ok, type Result } from "#lib/result";
import { isDay } from "#lib/time";

import type { Detail } from "../error.ts";

/** A point in time as requested by a caller. */
export type Moment = {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Wall clock time: `YYYY-MM-DDTHH:MM:SS`. A repeat counts from it, so that no hour is lost. */
  readonly wall: string;
};

export type MomentIssue = Pick<Detail, "code" | "message">;

export const YEARS_AHEAD = 2;

const MOMENT =
  /^(\d{4}-\d\d-\d\d)[T ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?)(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/i;

const invalid: MomentIssue = {
  code: "invalid_date",
  message: "must be a date and time such as 2027-06-01T12:00:00, with or without an offset",
};

/**
 * Parses `YYYY-MM-DDTHH:MM:SS`, optionally with a space for the T, fractions of a second, and an offset or Z.
 *
 * Without an offset, it is local time of `zone`. In the hour that daylight saving skips, it is moved forward; in the
 * hour that occurs twice, it is the first one (RFC 5545 §3.3.5 decides both the same way).
 */
export function readMoment(text: string, zone: string): Result<Moment, MomentIssue> {
  const [, date, time, offset] = MOMENT.exec(text.trim()) ?? [];
  if (date === undefined || time === undefined) return err(invalid);
  try {
    // "reject": 30 February is a mistake, and the 2nd of March a guess.
    const wall = Temporal.PlainDateTime.from(`${date}T${time}`, { overflow: "reject" });
    if (offset === undefined) return ok(momentOf(wall.toZonedDateTime(zone, { disambiguation: "compatible" }), wall));
    return ok(momentOf(Temporal.Instant.from(`${date}T${time}${offset}`).toZonedDateTimeISO(zone)));
  } catch (error) {
    if (error instanceof RangeError) return err(invalid);
    throw error;
  }
}

/** Parses the start of a schedule: a moment after `now` (milliseconds since 1970), at most two years ahead. */
export function readSchedule(text: string, zone: string, now: number): Result<Moment, MomentIssue> {
  const moment = readMoment(text, zone);
  if (!moment.ok) return moment;
  if (moment.value.at <= now) return err({ code: "in_the_past", message: "is in the past" });
  const last = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).add({ years: YEARS_AHEAD });
  if (moment.value.at > last.epochMilliseconds) {
    return err({ code: "too_far_ahead", message: `is more than ${YEARS_AHEAD} years ahead` });
  }
  return moment;
}

/** Parses the end of a repeat, in milliseconds since 1970. A date alone means the whole day. */
export function readEnd(text: string, zone: string): Result<number, MomentIssue> {
  if (!isDay(text.trim())) {
    const moment = readMoment(text, zone);
    return moment.ok ? ok(moment.value.at) : moment;
  }
  try {
    const day = Temporal.PlainDate.from(text.trim(), { overflow: "reject" });
    return ok(day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds - 1);
  } catch (error) {
    if (error instanceof RangeError) return err(invalid);
    throw error;
  }
}

/** An instant as wall clock time of a zone. */
export function momentAt(at: number, zone: string): Moment {
  return momentOf(Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone));
}

function momentOf(zoned: Temporal.ZonedDateTime, wall = zoned.toPlainDateTime()): Moment {
  return { at: zoned.epochMilliseconds, wall: wall.toString({ smallestUnit: "millisecond" }) };
}
