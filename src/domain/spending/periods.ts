import { Temporal } from "temporal-polyfill";

/** The day and the month of an instant, as the site counts them. */
export type Periods = {
  /** "2027-06-01", "2027-06". */
  readonly day: string;
  readonly month: string;
  /** When the next one begins, milliseconds since 1970. */
  readonly dayEnds: number;
  readonly monthEnds: number;
};

export function periodsAt(at: number, zone: string): Periods {
  const day = Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(zone).toPlainDate();
  const startOf = (date: Temporal.PlainDate): number => date.toZonedDateTime(zone).epochMilliseconds;
  return {
    day: day.toString(),
    month: day.toPlainYearMonth().toString(),
    dayEnds: startOf(day.add({ days: 1 })),
    monthEnds: startOf(day.with({ day: 1 }).add({ months: 1 })),
  };
}
