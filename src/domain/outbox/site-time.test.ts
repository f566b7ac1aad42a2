import { expect, test } from "vitest";

import { readBound, siteDay, siteTimeWriter } from "./site-time.ts";

test.each([
  ["2026-06-09T21:59:59.999Z", "Europe/Berlin", "2026-06-09"],
  ["2026-06-09T22:00:00.000Z", "Europe/Berlin", "2026-06-10"],
  // The clock goes forward and back on these nights.
  ["2026-03-29T21:59:59.999Z", "Europe/Berlin", "2026-03-29"],
  ["2026-03-29T22:00:00.000Z", "Europe/Berlin", "2026-03-30"],
  ["2026-10-25T22:59:59.999Z", "Europe/Berlin", "2026-10-25"],
  ["2026-10-25T23:00:00.000Z", "Europe/Berlin", "2026-10-26"],
  ["2018-11-04T02:59:59.999Z", "America/Sao_Paulo", "2018-11-03"],
  ["2018-11-04T03:00:00.000Z", "America/Sao_Paulo", "2018-11-04"],
  ["2026-12-31T10:00:00.000Z", "Pacific/Kiritimati", "2027-01-01"],
  ["2026-06-10T00:00:00.000Z", "UTC", "2026-06-10"],
])("the instant %s in %s belongs to the day %s", (text, zone, day) => {
  expect(siteDay(Date.parse(text), zone)).toBe(day);
});

const range = (text: string, zone: string) => {
  const bounds = [readBound(text, zone, "from"), readBound(text, zone, "to")];
  return bounds.map((bound) => (bound === null ? null : new Date(bound).toISOString()));
};

test.each([
  ["2026-06-10", "Europe/Berlin", "2026-06-09T22:00:00.000Z", "2026-06-10T22:00:00.000Z"],
  // 23, 25 and 23 hours; the last begins at one o'clock because midnight was skipped.
  ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"],
  ["2026-10-25", "Europe/Berlin", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
  ["2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00.000Z", "2018-11-05T02:00:00.000Z"],
  // A day that a zone skipped when it crossed the date line.
  ["2011-12-30", "Pacific/Apia", "2011-12-30T10:00:00.000Z", "2011-12-30T10:00:00.000Z"],
  ["2026-06-10", "Asia/Kathmandu", "2026-06-09T18:15:00.000Z", "2026-06-10T18:15:00.000Z"],
  ["2026-06-10T12:00:00Z", "Asia/Tokyo", "2026-06-10T12:00:00.000Z", "2026-06-10T12:00:01.000Z"],
  ["2026-06-10T12:00:00.5+05:30", "UTC", "2026-06-10T06:30:00.500Z", "2026-06-10T06:30:00.501Z"],
  ["2026-06-10 12:00:00", "Asia/Tokyo", "2026-06-10T03:00:00.000Z", "2026-06-10T03:00:01.000Z"],
  // The hour that occurs twice, from the first time to the second.
  ["2026-10-25T02:30:00", "Europe/Berlin", "2026-10-25T00:30:00.000Z", "2026-10-25T01:30:01.000Z"],
])("%s in %s lasts from %s to %s", (text, zone, from, to) => {
  expect(range(text, zone)).toEqual([from, to]);
});

test.each([
  "",
  "now",
  "2026-02-29",
  "2026-6-1",
  "2026-06-10T25:00:00",
  "2026-06-10T12:00",
  "2026-06-10T12:00:00Z[UTC]",
  "+012026-06-10",
  "2026-06-10T23:59:60Z",
  "2026-06-10T12:00:00+25:00",
])("%j is no date", (text) => {
  expect(range(text, "UTC")).toEqual([null, null]);
});

test("site time is written as WP SMS writes it, in every zone", () => {
  const at = Date.UTC(2026, 0, 31, 23, 59, 59, 999);
  expect(siteTimeWriter("UTC")(at)).toBe("2026-01-31 23:59:59");
  expect(siteTimeWriter("Asia/Kathmandu")(at)).toBe("2026-02-01 05:44:59");
  expect(siteTimeWriter("America/New_York")(Date.UTC(2026, 0, 31, 5))).toBe("2026-01-31 00:00:00");
});
