import { beforeAll, expect, test } from "vitest";

import { clockNote } from "../console/src/lib/clock-note.ts";
import { withTemporal } from "../console/src/lib/temporal.ts";

beforeAll(() => withTemporal(Promise.resolve()));

const dates = (...runs: string[]) => runs.map((run) => new Date(run));

test("a run at a time that the clocks skip is not said to keep its time of day", () => {
  const runs = dates("2027-03-21T01:30:00Z", "2027-03-28T01:30:00Z", "2027-04-04T00:30:00Z");
  expect(clockNote(runs, "Europe/London", "week")).toMatch(/March 28.*skip.*01:30.*02:30/);
  expect(clockNote(runs.slice(1), "Europe/London", "week")).toMatch(/March 28.*skip.*01:30.*02:30/);
});

test("other runs around the change keep it, and hourly ones shift", () => {
  const daily = dates("2027-03-27T09:00:00Z", "2027-03-28T08:00:00Z");
  expect(clockNote(daily, "Europe/London", "day")).toMatch(/March 27.*March 28.*stays the same/);
  expect(clockNote(daily, "Europe/London", "hour")).toMatch(/shifts/);
  expect(clockNote(dates("2027-03-27T09:00:00Z", "2027-03-28T09:00:00Z"), "Europe/Moscow", "day")).toBe(null);
});
