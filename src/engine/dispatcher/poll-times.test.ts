import { expect, test } from "vitest";

import { pollTimes } from "./poll-times.ts";

function fixture() {
  const clock = { at: 1_000_000, now: () => clock.at };
  const times = pollTimes(clock);
  /** Queries the priorities, and finds everything that was there or leaves some. */
  const query = (priorities: readonly (0 | 1 | 2)[], isMore = false) => {
    times.begin(priorities);
    times.end(priorities, clock.at, isMore);
  };
  return { clock, times, query };
}

test("messages that arrive within the gap after a query share the next one, and one-time passwords wait less", () => {
  const { clock, times, query } = fixture();
  query([0, 1]);
  times.wake([0, 1]);
  clock.at += 9;
  expect([times.mayClaim(0), times.mayClaim(1)]).toEqual([false, false]);
  expect(times.quietMs([0, 1])).toBe(1);
  clock.at += 1;
  expect([times.mayClaim(0), times.mayClaim(1)]).toEqual([true, false]);
  expect(times.quietMs([1])).toBe(15);
  clock.at += 15;
  expect(times.mayClaim(1)).toBe(true);
});

test("without a notification, a priority is queried once a second", () => {
  const { clock, times, query } = fixture();
  query([2]);
  clock.at += 999;
  expect(times.mayClaim(2)).toBe(false);
  expect(times.quietMs([2])).toBe(1);
  clock.at += 1;
  expect(times.mayClaim(2)).toBe(true);
});

test("a query that left work behind is followed by the next one at once", () => {
  const { times, query } = fixture();
  query([1], true);
  expect(times.mayClaim(1)).toBe(true);
});

test("a priority that is being queried is not queried a second time", () => {
  const { times } = fixture();
  times.begin([1]);
  times.wake([1]);
  expect(times.mayClaim(1)).toBe(false);
  expect(times.quietMs([1])).toBe(1_000);
});

test("a failed query is repeated although nothing was notified since", () => {
  const { clock, times, query } = fixture();
  query([2]);
  clock.at += 1_000;
  times.begin([2]);
  times.end([2], null);
  clock.at += 24;
  expect(times.mayClaim(2)).toBe(true);
});

test("a notification during a query is not lost", () => {
  const { clock, times } = fixture();
  times.begin([1]);
  times.wake([1]);
  times.end([1], clock.at);
  clock.at += 25;
  expect(times.mayClaim(1)).toBe(true);
});

test("a clock that was set back delays no query", () => {
  const { clock, times, query } = fixture();
  query([1]);
  times.wake([1]);
  clock.at -= 3_600_000;
  expect(times.mayClaim(1)).toBe(true);
  expect(times.quietMs([1])).toBe(1);
});
