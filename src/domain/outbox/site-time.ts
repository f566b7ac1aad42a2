import { Temporal } from "temporal-polyfill";

import { isDay, second } from "#lib/time";

const MOMENT =
  /^(\d{4}-\d\d-\d\d)[T ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(\.\d{1,9})?(Z|[+ -](?:[01]\d|2[0-3]):[0-5]\d)?$/i;

/** What is wrong with a text that {@link readBound} cannot read. */
export const BOUND_ISSUE = "must be a day such as 2027-06-01 or a time such as 2027-06-01T12:00:00Z";

/**
 * Parses one end of a range of dates: a day (site time), or a date and time; without an offset it is local time of
 * `zone`. A space before the offset was a plus sign before a query string was decoded.
 *
 * Both ends are inclusive: a `to` covers the whole day, second or millisecond it names, and in an hour that occurs
 * twice the second one.
 *
 * @returns milliseconds since 1970, inclusive for `from`, exclusive for `to`; null if the text is not a date
 */
export function readBound(text: string, zone: string, end: "from" | "to"): number | null {
  try {
    if (isDay(text)) {
      const day = Temporal.PlainDate.from(text, { overflow: "reject" });
      return (end === "from" ? day : day.add({ days: 1 })).toZonedDateTime(zone).epochMilliseconds;
    }
    const [, date, time, fraction, offset] = MOMENT.exec(text) ?? [];
    if (date === undefined || time === undefined) return null;
    const local = `${date}T${time}${fraction ?? ""}`;
    const at =
      offset === undefined
        ? Temporal.PlainDateTime.from(local, { overflow: "reject" }).toZonedDateTime(zone, {
            disambiguation: end === "from" ? "compatible" : "later",
          }).epochMilliseconds
        : Temporal.Instant.from(local + offset.replace(" ", "+")).epochMilliseconds;
    return end === "from" ? at : at + (fraction === undefined ? second : 1);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The day of a zone, as `YYYY-MM-DD`, that an instant (milliseconds since 1970) belongs to. */
export function siteDay(millis: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(millis).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** Writes instants as `YYYY-MM-DD HH:MM:SS` of a zone. Intl, not Temporal: 2 µs each, and a page has a hundred. */
export function siteTimeWriter(zone: string): (millis: number) => string {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  return (millis) => format.format(millis);
}
