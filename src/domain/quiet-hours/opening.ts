import { Temporal } from "temporal-polyfill";

import { isHoliday } from "./holidays.ts";
import { minutesOf, type Hours } from "./hours.ts";

const MIDNIGHT = 24 * 60;
/** Longer than any run of closed days. */
const LOOK_AHEAD_DAYS = 15;

/** An open stretch of one day, in milliseconds since 1970; `to` is closed. */
export type Opening = { readonly from: number; readonly to: number };

/**
 * The opening of a zone that includes an instant, or else the next one; null: none within two weeks.
 *
 * Times that a change of clocks repeats begin late and end early; a day begins at its first midnight. Where it skips
 * the first time, the opening begins as much after the gap; where it skips the last one, it ends with the gap.
 *
 * @param holidays the region whose holidays are closed, if the hours say so; null: no region's
 * @param at milliseconds since 1970
 */
export function openingAt(hours: Hours, zone: string, holidays: string | null, at: number): Opening | null {
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
  for (let ahead = 0; ahead < LOOK_AHEAD_DAYS; ahead += 1) {
    const opening = openingOn(hours, zone, holidays, today.add({ days: ahead }));
    if (opening && at < opening.to) return opening;
  }
  return null;
}

function openingOn(hours: Hours, zone: string, holidays: string | null, date: Temporal.PlainDate): Opening | null {
  const window = date.dayOfWeek === 7 ? hours.sunday : date.dayOfWeek === 6 ? hours.saturday : hours.weekdays;
  if (window === "closed") return null;
  if (hours.holidays === "closed" && holidays !== null && isHoliday(holidays, date.toString())) return null;
  const [from, to] = window.map(minutesOf) as [number, number];
  const opening = { from: startOn(date, zone, from), to: endOn(date, zone, to) };
  return opening.from < opening.to ? opening : null;
}

function startOn(date: Temporal.PlainDate, zone: string, minutes: number): number {
  return minutes === 0 ? date.toZonedDateTime(zone).epochMilliseconds : instantOf(date, zone, minutes, "later");
}

/** By its clock, a zone is open until the last instant before the gap, even if that is midnight. */
function endOn(date: Temporal.PlainDate, zone: string, minutes: number): number {
  const end = instantOf(date, zone, minutes, "earlier");
  // Of a time that the clocks skip: as much before the gap, or as much after it.
  const late = instantOf(date, zone, minutes, "later");
  if (end === late || isRepeated(zone, end, late)) return end;
  return Temporal.Instant.fromEpochMilliseconds(end).toZonedDateTimeISO(zone).getTimeZoneTransition("next")!
    .epochMilliseconds;
}

/** Whether the clock shows the same at both instants. */
function isRepeated(zone: string, one: number, other: number): boolean {
  const [a, b] = [one, other].map((at) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone));
  return a!.toPlainDateTime().equals(b!.toPlainDateTime());
}

/** `later` of a skipped time is after the gap, `earlier` before it. */
function instantOf(date: Temporal.PlainDate, zone: string, minutes: number, which: "earlier" | "later"): number {
  if (minutes === MIDNIGHT) return instantOf(date.add({ days: 1 }), zone, 0, which);
  const time = Temporal.PlainTime.from({ hour: Math.floor(minutes / 60), minute: minutes % 60 });
  return date.toPlainDateTime(time).toZonedDateTime(zone, { disambiguation: which }).epochMilliseconds;
}
