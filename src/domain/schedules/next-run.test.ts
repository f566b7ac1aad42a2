import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { day, hour, minute } from "#lib/time";

import { occurrences } from "./occurrences.ts";
import { following, judge, nextAfter, upcoming } from "./next-run.ts";
import { repeatUnits, type RepeatRule } from "./repeat.ts";
import { momentAt } from "./moment.ts";

const START = Date.parse("2027-01-31T08:00:00Z");
const rule = (more: Partial<RepeatRule> = {}): RepeatRule => ({
  start: momentAt(START, "Europe/Berlin"),
  zone: "Europe/Berlin",
  every: 1,
  unit: "day",
  until: null,
  ...more,
});
const schedule = (repeat: RepeatRule | null, more: object = {}) => ({
  nextRun: START,
  repeat,
  ifLate: "skip" as const,
  lateAfter: 900,
  ...more,
});

describe("a due schedule", () => {
  test("runs its occurrence and continues with the next", () => {
    expect(judge(schedule(rule()), START + 5)).toEqual({ kind: "run", runAt: START, missed: 0, next: START + day });
    expect(judge(schedule(null), START)).toEqual({ kind: "run", runAt: START, missed: 0, next: null });
    expect(judge(schedule(rule()), START - 1)).toBeNull();
    expect(judge(schedule(rule(), { nextRun: null }), START)).toBeNull();
  });

  test("is late only beyond its window, and then follows its setting", () => {
    const once = schedule(null);
    expect(judge(once, START + 900_000)?.kind).toBe("run");
    expect(judge(once, START + 900_001)?.kind).toBe("late");
    expect(judge({ ...once, ifLate: "send" }, START + 90 * day)?.kind).toBe("run");
    // The delay of the service itself: a poll, a batch before it, a retry.
    expect(judge({ ...once, lateAfter: 0 }, START + minute)?.kind).toBe("run");
    expect(judge({ ...once, lateAfter: 0 }, START + minute + 1)?.kind).toBe("late");
  });

  test("after an outage counts what was missed and decides on the last occurrence only", () => {
    expect(judge(schedule(rule({ unit: "hour" })), START + 5 * hour + minute)).toEqual({
      kind: "run",
      runAt: START + 5 * hour,
      missed: 5,
      next: START + 6 * hour,
    });
    expect(judge(schedule(rule({ unit: "month" })), Date.parse("2027-04-01T00:00:00Z"))).toEqual({
      kind: "late",
      runAt: Date.parse("2027-03-31T07:00:00Z"),
      missed: 2,
      next: Date.parse("2027-04-30T07:00:00Z"),
    });
  });

  test("ends with its rule", () => {
    const until = START + 2 * day;
    expect(judge(schedule(rule({ until })), START + 9 * day)).toMatchObject({ runAt: until, missed: 2, next: null });
    const minutes = rule({ unit: "minute", until: START + 90_000 });
    expect(judge(schedule(minutes), START + day)).toMatchObject({ runAt: START + minute, missed: 1, next: null });
  });

  test("two hundred years of minutes are counted, not iterated", () => {
    const before = process.cpuUsage();
    expect(judge(schedule(rule({ unit: "minute" })), START + 73_000 * day)?.missed).toBe(73_000 * 24 * 60);
    // Iterating would take a hundred million steps.
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  });

  test("agrees with iterating over the occurrences, for any rule and outage", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...repeatUnits),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 200 }),
        fc.option(fc.integer({ min: 0, max: 400 * day }), { nil: null }),
        fc.integer({ min: 0, max: 300 * day }),
        (unit, every, steps, end, outage) => {
          const one = rule({ unit, every, until: end === null ? null : START + end });
          const nextRun = occurrences(one, START, steps + 1).at(-1)!;
          const now = nextRun + Math.min(outage, unit === "minute" ? 3 * hour : 300 * day);
          const verdict = judge(schedule(one, { nextRun }), now)!;
          const walked = occurrences(one, nextRun, 8_000);
          const gone = walked.filter((instant) => instant <= now);
          expect([verdict.runAt, verdict.missed]).toEqual([gone.at(-1), gone.length - 1]);
          expect(verdict.next).toBe(walked.find((instant) => instant > now) ?? null);
        },
      ),
      { numRuns: 25 },
    );
  });
});

test.each(["day", "week", "month", "year"] as const)(
  "a run computed before the rules of its time zone changed is not repeated at the new time on the same %s",
  (unit) => {
    const repeat = rule({ unit });
    const next = nextAfter(repeat, START)!;
    for (const shift of [-hour, -30 * minute, 30 * minute, hour]) {
      const earlier = START + shift;
      const one = { ...schedule(repeat, { nextRun: earlier }), start: repeat.start };
      expect(judge(one, earlier)).toEqual({ kind: "run", runAt: earlier, missed: 0, next });
      expect(following(repeat, earlier)).toBe(next);
      expect(upcoming(one, earlier - day, 2)).toEqual([earlier, next]);
    }
  },
);

test("the next runs are those after now and never one that was skipped", () => {
  const all = { ...schedule(rule()), start: rule().start };
  expect(upcoming(all, START - day, 2)).toEqual([START, START + day]);
  expect(upcoming(all, START, 2)).toEqual([START + day, START + 2 * day]);
  expect(upcoming({ ...all, nextRun: START + 3 * day }, START, 1)).toEqual([START + 3 * day]);
  expect(upcoming({ ...all, nextRun: null }, START, 5)).toEqual([]);
  expect(nextAfter(null, START)).toBeNull();
});
