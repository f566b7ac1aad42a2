import { describe, expect, it } from "vitest";

import { readRepeat, type RepeatFields } from "./repeat.ts";
import { readMoment } from "./moment.ts";

const ZONE = "Europe/Berlin";
const start = moment("2027-06-01T12:00:00");

function moment(text: string): { at: number; wall: string } {
  const result = readMoment(text, ZONE);
  if (!result.ok) throw new Error(text);
  return result.value;
}

function read(fields: Partial<RepeatFields>): ReturnType<typeof readRepeat> {
  return readRepeat({ interval: { value: 1, unit: "month" }, ...fields }, start, ZONE);
}

function codes(fields: Partial<RepeatFields>): string[] {
  const result = read(fields);
  return result.ok ? [] : result.error.map((issue) => `${issue.field} ${issue.code}`);
}

describe("readRepeat", () => {
  it("repeats forever if no end is given", () => {
    expect(read({})).toEqual({ ok: true, value: { start, zone: ZONE, every: 1, unit: "month", until: null } });
    expect(read({ repeatForever: true })).toMatchObject({ ok: true, value: { until: null } });
  });

  it("accepts either spelling of the end, and both if they agree", () => {
    const until = Date.parse("2027-12-01T11:00:00Z");
    expect(read({ endDate: "2027-12-01T12:00:00" })).toMatchObject({ ok: true, value: { until } });
    expect(read({ end_date: "2027-12-01T11:00:00Z" })).toMatchObject({ ok: true, value: { until } });
    expect(read({ endDate: "2027-12-01 12:00:00", end_date: "2027-12-01T11:00:00Z" })).toMatchObject({ ok: true });
  });

  it("includes the whole last day if the end is a date", () => {
    expect(read({ endDate: "2027-06-01" })).toMatchObject({
      ok: true,
      value: { until: Date.parse("2027-06-01T22:00:00Z") - 1 },
    });
  });

  it("lets a repeat end at its own start", () => {
    expect(read({ endDate: "2027-06-01T12:00:00" }).ok).toBe(true);
  });

  it("names everything that is wrong", () => {
    expect(codes({ endDate: "2027-05-31" })).toEqual(["repeat.endDate end_before_start"]);
    expect(codes({ endDate: "2027-06-01T11:59:59" })).toEqual(["repeat.endDate end_before_start"]);
    expect(codes({ endDate: "" })).toEqual(["repeat.endDate invalid_date"]);
    expect(codes({ end_date: "2027-02-30" })).toEqual(["repeat.end_date invalid_date"]);
    expect(codes({ endDate: "2027-12-01", end_date: "2027-12-02" })).toEqual(["repeat.end_date invalid_date"]);
    expect(codes({ endDate: "2027-12-01", repeatForever: true })).toEqual(["repeat.repeatForever not_together"]);
    expect(codes({ repeatForever: false })).toEqual(["repeat.endDate required"]);
    expect(codes({ endDate: "soon", end_date: "2020-01-01", repeatForever: true })).toEqual([
      "repeat.endDate invalid_date",
      "repeat.end_date end_before_start",
      "repeat.repeatForever not_together",
    ]);
  });
});
