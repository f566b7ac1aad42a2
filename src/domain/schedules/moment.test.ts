import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { readEnd, readMoment, readSchedule } from "./moment.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");

function iso(text: string, zone: string): string {
  const moment = readMoment(text, zone);
  return moment.ok ? new Date(moment.value.at).toISOString() : moment.error.code;
}

describe("readMoment", () => {
  it.each([
    // Berlin: a gap at 02:00 on 28 March 2027, a fold at 03:00 on 31 October 2027.
    ["2027-06-01T12:00:00", "Europe/Berlin", "2027-06-01T10:00:00.000Z"],
    ["2027-01-01T12:00:00", "Europe/Berlin", "2027-01-01T11:00:00.000Z"],
    ["2027-03-28T01:59:59", "Europe/Berlin", "2027-03-28T00:59:59.000Z"],
    ["2027-03-28T02:30:00", "Europe/Berlin", "2027-03-28T01:30:00.000Z"],
    ["2027-03-28T03:30:00", "Europe/Berlin", "2027-03-28T01:30:00.000Z"],
    ["2027-10-31T02:30:00", "Europe/Berlin", "2027-10-31T00:30:00.000Z"],
    ["2027-10-31T03:00:00", "Europe/Berlin", "2027-10-31T02:00:00.000Z"],
    // New York: a gap at 02:00 on 14 March 2027, a fold at 02:00 on 7 November 2027.
    ["2027-03-14T02:30:00", "America/New_York", "2027-03-14T07:30:00.000Z"],
    ["2027-03-14T01:30:00", "America/New_York", "2027-03-14T06:30:00.000Z"],
    ["2027-11-07T01:30:00", "America/New_York", "2027-11-07T05:30:00.000Z"],
    ["2027-11-07T02:00:00", "America/New_York", "2027-11-07T07:00:00.000Z"],
    // Lord Howe moves by half an hour: a gap of 30 minutes on 3 October 2027, a fold on 4 April 2027.
    ["2027-10-03T02:15:00", "Australia/Lord_Howe", "2027-10-02T15:45:00.000Z"],
    ["2027-10-03T02:30:00", "Australia/Lord_Howe", "2027-10-02T15:30:00.000Z"],
    ["2027-04-04T01:45:00", "Australia/Lord_Howe", "2027-04-03T14:45:00.000Z"],
    ["2027-04-04T02:00:00", "Australia/Lord_Howe", "2027-04-03T15:30:00.000Z"],
  ])("reads %s in %s as %s", (text, zone, expected) => {
    expect(iso(text, zone)).toBe(expected);
  });

  it.each([
    ["2027-06-01T12:00:00Z", "2027-06-01T12:00:00.000Z"],
    ["2027-06-01t12:00:00z", "2027-06-01T12:00:00.000Z"],
    ["2027-06-01T12:00:00+05:30", "2027-06-01T06:30:00.000Z"],
    ["2027-06-01T12:00:00-11:00", "2027-06-01T23:00:00.000Z"],
    ["2027-06-01 12:00:00", "2027-06-01T10:00:00.000Z"],
    [" 2027-06-01T12:00:00 ", "2027-06-01T10:00:00.000Z"],
    ["2027-06-01T12:00:00.25", "2027-06-01T10:00:00.250Z"],
    ["2027-06-01T12:00:00.123456789Z", "2027-06-01T12:00:00.123Z"],
    ["2028-02-29T00:00:00Z", "2028-02-29T00:00:00.000Z"],
  ])("accepts %s", (text, expected) => {
    expect(iso(text, "Europe/Berlin")).toBe(expected);
  });

  it.each([
    "",
    " ",
    "tomorrow",
    "2027-06-01",
    "2027-06-01T12:00",
    "12:00:00",
    "2027-06-01T24:00:00",
    "2027-06-01T12:60:00",
    "2027-06-01T12:00:60",
    "2027-02-29T12:00:00",
    "2027-02-30T12:00:00",
    "2027-13-01T12:00:00",
    "2027-00-10T12:00:00",
    "2027-06-31T12:00:00Z",
    "2027-06-01T12:00:00+25:00",
    "2027-06-01T12:00:00+0200",
    "2027-06-01T12:00:00 02:00",
    "2027-06-01T12:00:00[Europe/Berlin]",
    "2027-06-01T12:00:00.",
    "2027-06-01T12:00:00.1234567890",
    "27-06-01T12:00:00",
    "+002027-06-01T12:00:00",
    "2027-W22-2T12:00:00",
    "1811851200",
    "2027-06-01T12:00:00Z\n2027-06-01T12:00:00Z",
    "２０２７-06-01T12:00:00",
  ])("refuses %j", (text) => {
    expect(readMoment(text, "Europe/Berlin")).toMatchObject({ ok: false, error: { code: "invalid_date" } });
  });

  it("never throws, with any input", () => {
    const parts = fc.constantFrom("2027", "-", "02", "30", "T", " ", ":", "99", "Z", "+", "14:00", ".5", "\0", "é");
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 16 }), (all) => {
        readMoment(all.join(""), "America/New_York");
      }),
    );
  });

  it("keeps the requested local time, the gap included", () => {
    expect(readMoment("2027-03-28T02:30:00", "Europe/Berlin")).toMatchObject({
      ok: true,
      value: { wall: "2027-03-28T02:30:00.000" },
    });
  });

  it("shows an instant with an offset in the site's local time", () => {
    expect(readMoment("2027-06-01T12:00:00Z", "America/New_York")).toMatchObject({
      ok: true,
      value: { wall: "2027-06-01T08:00:00.000" },
    });
  });
});

describe("readSchedule", () => {
  it.each([
    ["2026-11-20T12:00:00Z", "in_the_past"],
    ["2026-11-20T12:59:59", "in_the_past"],
    ["2027-02-30T12:00:00", "invalid_date"],
    ["2028-11-20T12:00:00.001Z", "too_far_ahead"],
    ["9999-12-31T23:59:59", "too_far_ahead"],
  ])("refuses %s as %s", (text, code) => {
    expect(readSchedule(text, "Europe/Berlin", NOW)).toMatchObject({ ok: false, error: { code } });
  });

  it.each(["2026-11-20T12:00:00.001Z", "2026-11-20T13:00:01", "2028-11-20T12:00:00Z"])("accepts %s", (text) => {
    expect(readSchedule(text, "Europe/Berlin", NOW).ok).toBe(true);
  });
});

describe("readEnd", () => {
  it("reads a date alone as that whole day of the zone", () => {
    expect(readEnd("2027-10-31", "Europe/Berlin")).toEqual({
      ok: true,
      value: Date.parse("2027-10-31T23:00:00Z") - 1,
    });
  });

  it("reads a date with a time exactly", () => {
    expect(readEnd("2027-10-31 18:00:00", "Europe/Berlin")).toEqual({
      ok: true,
      value: Date.parse("2027-10-31T17:00:00Z"),
    });
  });

  it.each(["", "2027-02-30", "2027-10-31T18:00", "never"])("refuses %j", (text) => {
    expect(readEnd(text, "Europe/Berlin").ok).toBe(false);
  });
});
