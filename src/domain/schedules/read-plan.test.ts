import { describe, expect, it } from "vitest";

import type { Detail } from "../error.ts";
import { readPlan, scheduleReader, type ScheduleFields } from "./read-plan.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const reader = scheduleReader({ zone: "Europe/Berlin", clock: { now: () => NOW } });
const interval = { value: 1, unit: "day" } as const;

function read(fields: ScheduleFields, before: Detail[] = []): { planned: boolean; issues: string[] } {
  const issues = [...before];
  const plan = reader(fields, issues);
  return { planned: plan !== null, issues: issues.map((issue) => `${issue.field} ${issue.code}`) };
}

describe("scheduleReader", () => {
  it("plans if a schedule is requested", () => {
    expect(read({})).toEqual({ planned: false, issues: [] });
    expect(read({ schedule: "2027-06-01T12:00:00" })).toEqual({ planned: true, issues: [] });
    expect(read({ schedule: "2027-06-01T12:00:00", repeat: { interval } })).toEqual({ planned: true, issues: [] });
  });

  it("refuses a repeat without a schedule: WP SMS sends it at once", () => {
    expect(read({ repeat: { interval } })).toEqual({ planned: false, issues: ["schedule required"] });
  });

  it("does not require a schedule that was given and is invalid already", () => {
    const wrongType: Detail = { field: "schedule", code: "wrong_type", message: "must be text" };
    expect(read({ repeat: { interval } }, [wrongType])).toEqual({ planned: false, issues: ["schedule wrong_type"] });
  });

  it("names the error of the schedule or those of the repeat", () => {
    expect(read({ schedule: "", repeat: { interval } })).toEqual({ planned: false, issues: ["schedule invalid_date"] });
    expect(read({ schedule: "2020-01-01T00:00:00" })).toEqual({ planned: false, issues: ["schedule in_the_past"] });
    expect(read({ schedule: "2027-06-01T12:00:00", repeat: { interval, endDate: "2027-05-01" } })).toEqual({
      planned: false,
      issues: ["repeat.endDate end_before_start"],
    });
  });
});

describe("readPlan", () => {
  it("returns the start, its zone and the rule", () => {
    const issues: Detail[] = [];
    const plan = readPlan({ schedule: "2027-06-01T12:00:00", repeat: { interval } }, "Europe/Berlin", NOW, issues);
    expect(plan).toMatchObject({
      start: { at: Date.parse("2027-06-01T10:00:00Z") },
      zone: "Europe/Berlin",
      repeat: { every: 1, unit: "day", until: null },
    });
  });
});
