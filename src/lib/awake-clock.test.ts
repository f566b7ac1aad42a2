import { expect, test } from "vitest";

import { BEAT_MS, GAP_MS, awakeClock } from "./awake-clock.ts";

/** Two clocks that a test moves, and the clock derived from them. */
function fixture() {
  const at = { monotonic: 1_000, wall: 1_700_000_000_000 };
  const awake = awakeClock({ monotonic: () => at.monotonic, wall: () => at.wall });
  const start = awake.now();
  return {
    awake,
    passed: () => awake.now() - start,
    pass(monotonic: number, wall = monotonic) {
      at.monotonic += monotonic;
      at.wall += wall;
    },
  };
}

test("a stopped process is a gap of its length", () => {
  const { awake, passed, pass } = fixture();
  pass(5_000);
  expect(passed()).toBe(5_000);
  expect(awake.gaps()).toBe(1);
});

test("a suspended computer is a gap, too: its monotonic clock stood still and its wall clock did not", () => {
  const { awake, passed, pass } = fixture();
  pass(3, 7_003);
  expect(passed()).toBe(7_003);
  expect(awake.gaps()).toBe(1);
});

test("setting the time of day forward makes things older, once; setting it back changes nothing", () => {
  const { awake, passed, pass } = fixture();
  pass(10, 60_010);
  expect(passed()).toBe(60_010);
  pass(10, -3_600_000);
  expect(passed()).toBe(60_020);
  pass(10);
  expect(passed()).toBe(60_030);
  expect(awake.gaps()).toBe(1);
});

test("a quiet time between heartbeats is not a gap, nor is a clock that is slewed or rounded", () => {
  const { awake, passed, pass } = fixture();
  for (let beat = 0; beat < 100; beat += 1) {
    pass(BEAT_MS + 0.4, BEAT_MS + (beat % 2));
    awake.beat();
  }
  expect(awake.gaps()).toBe(0);
  expect(passed()).toBeCloseTo(100 * (BEAT_MS + 0.4), 3);
});

test("a gap is detected by the first check, and counted once", () => {
  const { awake, pass } = fixture();
  pass(GAP_MS + 1);
  expect(awake.gaps()).toBe(1);
  awake.beat();
  expect(awake.gaps()).toBe(1);
});
