import { expect, it } from "vitest";

import { periodsAt } from "./periods.ts";

it.each([
  [
    "2027-06-30T21:59:59.999Z",
    "Europe/Berlin",
    "2027-06-30",
    "2027-06",
    "2027-06-30T22:00:00.000Z",
    "2027-06-30T22:00:00.000Z",
  ],
  [
    "2027-06-30T22:00:00.000Z",
    "Europe/Berlin",
    "2027-07-01",
    "2027-07",
    "2027-07-01T22:00:00.000Z",
    "2027-07-31T22:00:00.000Z",
  ],
  // A day of 23 hours, and a month that ends in winter time.
  [
    "2027-03-28T10:00:00.000Z",
    "Europe/Berlin",
    "2027-03-28",
    "2027-03",
    "2027-03-28T22:00:00.000Z",
    "2027-03-31T22:00:00.000Z",
  ],
  ["2027-12-31T23:59:00.000Z", "UTC", "2027-12-31", "2027-12", "2028-01-01T00:00:00.000Z", "2028-01-01T00:00:00.000Z"],
  // A midnight that does not exist.
  [
    "2027-09-04T12:00:00.000Z",
    "America/Santiago",
    "2027-09-04",
    "2027-09",
    "2027-09-05T04:00:00.000Z",
    "2027-10-01T03:00:00.000Z",
  ],
])("%s in %s is in %s and %s, which end in time", (at, zone, day, month, dayEnds, monthEnds) => {
  const periods = periodsAt(Date.parse(at), zone);
  expect(periods).toEqual({ day, month, dayEnds: Date.parse(dayEnds), monthEnds: Date.parse(monthEnds) });
});
