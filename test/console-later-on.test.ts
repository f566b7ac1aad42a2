import { beforeAll, expect, test } from "vitest";

import { tomorrowAtNine } from "../console/src/lib/recurrence.ts";
import { withTemporal } from "../console/src/lib/temporal.ts";
import { laterOn } from "../console/src/screens/schedules/later-on.ts";

beforeAll(() => withTemporal(Promise.resolve()));

const zone = "Europe/Berlin";
const at = (date: string, now: string) => laterOn(date, new Date(now), zone)?.search.at ?? null;

test.each([
  ["a day of 23 hours is next", "2026-03-28T23:30+01:00", "2026-03-29T09:00"],
  ["it is a day of 25 hours", "2026-10-25T00:30+02:00", "2026-10-26T09:00"],
  ["it is the second half past two of a night", "2026-10-25T02:30+01:00", "2026-10-26T09:00"],
  ["a year ends", "2026-12-31T23:59+01:00", "2027-01-01T09:00"],
])("tomorrow is the next day of the calendar when %s", (_, now, expected) => {
  expect(tomorrowAtNine(new Date(now), zone)).toBe(expected);
});

test.each([
  ["2026-11-30T03:10+01:00", "2026-11-30T09:00"],
  ["2026-11-30T08:59+01:00", "2026-11-30T09:00"],
  ["2026-11-30T09:00+01:00", "2026-11-30T10:00"],
  ["2026-11-30T14:20+01:00", "2026-11-30T15:00"],
  ["2026-11-30T22:59+01:00", "2026-11-30T23:00"],
  ["2026-11-30T23:00+01:00", null],
])("a message for the same day leaves at nine or at the next full hour: at %s it is %s", (now, expected) => {
  expect(at("2026-11-30", now)).toBe(expected);
});

test("a message for another day leaves at nine, and a day that is over has none", () => {
  expect(at("2026-12-01", "2026-11-30T23:00+01:00")).toBe("2026-12-01T09:00");
  expect(at("2026-11-29", "2026-11-30T00:00+01:00")).toBeNull();
});
