import { beforeAll, expect, test } from "vitest";

import { occurrences as ofService } from "#domain/schedules/occurrences";
import { repeatUnits } from "#domain/schedules/repeat";
import { momentAt, readMoment } from "#domain/schedules/moment";
import { hour } from "#lib/time";

import { instantOf, occurrences, wallOf } from "../../console/src/lib/recurrence.ts";
import { withTemporal } from "../../console/src/lib/temporal.ts";

beforeAll(() => withTemporal(Promise.resolve()));

const zones = ["Europe/Berlin", "America/New_York", "Pacific/Apia", "Asia/Tehran", "UTC"];
/** Ends of months, hours that are skipped and hours that occur twice. */
const starts = ["2027-01-31T09:00", "2027-03-28T02:30", "2027-10-31T02:30", "2028-02-29T23:59", "2027-03-14T02:30"];

test("the runs that the console announces are those of the service", () => {
  for (const zone of zones) {
    for (const wall of starts) {
      for (const unit of repeatUnits) {
        for (const value of [1, 3, 24]) {
          const start = instantOf(wall, zone)!;
          const rule = { start, zone, repeat: { value, unit }, until: null };
          const same = { start: momentAt(start.getTime(), zone), zone, every: value, unit, until: null };
          for (const from of [start.getTime() - hour, start.getTime() + 1, start.getTime() + 9_000 * hour]) {
            const shown = occurrences(rule, new Date(from), 5).map((run) => run.getTime());
            expect(shown, `${wall} ${zone} every ${value} ${unit}`).toEqual(ofService(same, from, 5));
          }
        }
      }
    }
  }
});

test("an end is the last instant at which it may run, and once is once", () => {
  const start = instantOf("2027-01-01T09:00", "UTC")!;
  const daily = { start, zone: "UTC", repeat: { value: 1, unit: "day" as const }, until: null };
  expect(occurrences({ ...daily, until: instantOf("2027-01-03T23:59:59", "UTC") }, start, 5)).toHaveLength(3);
  expect(occurrences({ ...daily, repeat: null }, start, 5)).toEqual([start]);
  expect(occurrences({ ...daily, repeat: null }, new Date(start.getTime() + 1), 5)).toEqual([]);
});

test("a local time is read as the service reads it, and what is incomplete is none", () => {
  for (const zone of zones) {
    for (const wall of starts) {
      const read = readMoment(`${wall}:00`, zone);
      expect(read.ok && read.value.at).toBe(instantOf(wall, zone)!.getTime());
    }
  }
  expect(wallOf(instantOf("2027-06-01T12:30", "Asia/Tehran")!, "Asia/Tehran")).toBe("2027-06-01T12:30");
  expect(instantOf("2027-06", "UTC")).toBeNull();
  expect(instantOf("", "UTC")).toBeNull();
});
