import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";

import { occurrences } from "./occurrences.ts";
import { repeatUnits, type RepeatRule, type RepeatUnit } from "./repeat.ts";
import { readMoment } from "./moment.ts";

function rule(text: string, every: number, unit: RepeatUnit, zone = "Europe/Berlin", until?: string): RepeatRule {
  const start = readMoment(text, zone);
  if (!start.ok) throw new Error(text);
  return { start: start.value, zone, every, unit, until: until === undefined ? null : Date.parse(until) };
}

/** Local times with their offset, as a person at that place reads them. */
function local(of: RepeatRule, count: number, from = of.start.at): string[] {
  return occurrences(of, from, count).map((at) =>
    Temporal.Instant.fromEpochMilliseconds(at)
      .toZonedDateTimeISO(of.zone)
      .toString({ timeZoneName: "never", smallestUnit: "minute" }),
  );
}

describe("occurrences", () => {
  it("keeps the day of the month without drift", () => {
    expect(local(rule("2027-01-31T09:00:00", 1, "month"), 5)).toEqual([
      "2027-01-31T09:00+01:00",
      "2027-02-28T09:00+01:00",
      "2027-03-31T09:00+02:00",
      "2027-04-30T09:00+02:00",
      "2027-05-31T09:00+02:00",
    ]);
  });

  it("returns to 29 February after three years without one", () => {
    const dates = local(rule("2028-02-29T09:00:00", 1, "year"), 5).map((text) => text.slice(0, 10));
    expect(dates).toEqual(["2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"]);
  });

  it.each([
    ["Europe/Berlin", "2027-03-27T02:30:00", ["02:30+01:00", "03:30+02:00", "02:30+02:00"]],
    ["Europe/Berlin", "2027-10-30T02:30:00", ["02:30+02:00", "02:30+02:00", "02:30+01:00"]],
    ["America/New_York", "2027-03-13T02:30:00", ["02:30-05:00", "03:30-04:00", "02:30-04:00"]],
    ["America/New_York", "2027-11-06T01:30:00", ["01:30-04:00", "01:30-04:00", "01:30-05:00"]],
    ["Australia/Lord_Howe", "2027-10-02T02:15:00", ["02:15+10:30", "02:45+11:00", "02:15+11:00"]],
    ["Australia/Lord_Howe", "2027-04-03T01:45:00", ["01:45+11:00", "01:45+11:00", "01:45+10:30"]],
  ])("keeps the wall clock in %s from %s over daylight saving", (zone, start, expected) => {
    expect(local(rule(start, 1, "day", zone), 3).map((text) => text.slice(11))).toEqual(expected);
  });

  it("returns to the requested hour after a start in the gap", () => {
    expect(local(rule("2027-03-28T02:30:00", 1, "week"), 2)).toEqual([
      "2027-03-28T03:30+02:00",
      "2027-04-04T02:30+02:00",
    ]);
  });

  it("starts at the second of two equal hours if an offset says so", () => {
    const [first, second] = local(rule("2027-10-31T02:30:00+01:00", 1, "day"), 2);
    expect([first, second]).toEqual(["2027-10-31T02:30+01:00", "2027-11-01T02:30+01:00"]);
  });

  it("keeps the length of hours over daylight saving", () => {
    expect(local(rule("2027-10-31T01:30:00", 1, "hour"), 4).map((text) => text.slice(11))).toEqual([
      "01:30+02:00",
      "02:30+02:00",
      "02:30+01:00",
      "03:30+01:00",
    ]);
  });

  it("occurs once if a zone skips a day", () => {
    expect(local(rule("2011-12-29T10:00:00", 1, "day", "Pacific/Apia"), 3)).toEqual([
      "2011-12-29T10:00-10:00",
      "2011-12-31T10:00+14:00",
      "2012-01-01T10:00+14:00",
    ]);
  });

  it("ends at its end, the instant itself included", () => {
    expect(local(rule("2027-06-01T12:00:00", 1, "day", "UTC", "2027-06-03T12:00:00Z"), 9)).toHaveLength(3);
    expect(local(rule("2027-06-01T12:00:00", 1, "day", "UTC", "2027-06-03T11:59:59Z"), 9)).toHaveLength(2);
    expect(
      occurrences(rule("2027-06-01T12:00:00", 1, "day", "UTC", "2027-06-03T12:00:00Z"), Date.UTC(2030, 1), 5),
    ).toEqual([]);
  });

  it("ends with the last year that can be written", () => {
    const years = occurrences(rule("2027-06-01T12:00:00", 1_000, "year", "UTC"), 0, 50);
    expect(years).toHaveLength(8);
  });

  const zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC", "Asia/Kathmandu"];
  const rules = fc
    .record({
      at: fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2030, 0) }),
      zone: fc.constantFrom(...zones),
      every: fc.integer({ min: 1, max: 40 }),
      unit: fc.constantFrom(...repeatUnits),
    })
    .map(({ at, zone, every, unit }) => rule(new Date(at).toISOString(), every, unit, zone));

  it("always moves forward, begins at the start, and returns as many as requested", () => {
    fc.assert(
      fc.property(rules, (some) => {
        const all = occurrences(some, some.start.at, 30);
        expect(all).toHaveLength(30);
        expect(all[0]).toBe(some.start.at);
        expect(all.every((at, index) => index === 0 || at > all[index - 1]!)).toBe(true);
      }),
    );
  });

  it("returns the same instants wherever the reading begins", () => {
    fc.assert(
      fc.property(rules, fc.integer({ min: 0, max: 25 }), fc.constantFrom(-1, 0, 1), (some, skipped, shift) => {
        const all = occurrences(some, some.start.at, 40);
        const from = all[skipped]! + shift;
        expect(occurrences(some, from, 5)).toEqual(all.filter((at) => at >= from).slice(0, 5));
      }),
    );
  });

  it("keeps the local time of every day outside the hours that are missing or doubled", () => {
    fc.assert(
      fc.property(
        rules.filter((some) => !["minute", "hour"].includes(some.unit)),
        (some) => {
          const wanted = Temporal.PlainDateTime.from(some.start.wall).toPlainTime();
          for (const at of occurrences(some, some.start.at, 20).slice(1)) {
            const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(some.zone);
            const meant = zoned.toPlainDate().toPlainDateTime(wanted).toZonedDateTime(some.zone);
            expect(meant.epochMilliseconds).toBe(at);
          }
        },
      ),
    );
  });
});
