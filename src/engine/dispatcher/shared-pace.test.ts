import { expect, test } from "vitest";

import type { SlotRequest, Slots, Throttles } from "#domain/deliveries/throttle";

import { sharedPace } from "./shared-pace.ts";

/** A database that grants what the test specifies, and a clock that it sets. */
function fixture(rate: number, give: (request: SlotRequest, now: number) => Omit<Slots, "key" | "rate">) {
  const state = { now: 1_000, asked: [] as SlotRequest[], changes: 0 };
  const throttles: Throttles = {
    async reserve(requests) {
      return requests.map((request) => {
        state.asked.push(request);
        return { key: request.key, rate, ...give(request, state.now) };
      });
    },
    share: async () => 0,
    leave: async () => undefined,
  };
  const pace = sharedPace({
    key: "gateway:x",
    rate,
    throttles,
    clock: { now: () => state.now },
    log: () => undefined,
    changed: () => (state.changes += 1),
  });
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { state, pace, turn };
}

test("deliveries of a slice leave evenly, none before its time", async () => {
  const { state, pace, turn } = fixture(100, ({ units }) => ({ units: Math.min(units, 10), from: 1_050, waitMs: 0 }));
  expect(pace.take(1, () => 3)).toBe(Infinity);
  await turn();
  expect(pace.take(1, () => 3)).toBe(50);
  state.now = 1_050;
  expect(pace.take(1, () => 3)).toBe(0);
  expect(pace.take(1, () => 2)).toBe(10);
  state.now = 1_060;
  expect(pace.take(1, () => 2)).toBe(0);
});

test("no more is requested than is ready", async () => {
  const { state, pace, turn } = fixture(100, ({ units }) => ({ units, from: 1_000, waitMs: 0 }));
  pace.take(1, () => 3);
  await turn();
  expect(state.asked).toEqual([{ key: "gateway:x", rate: 100, units: 3, least: 1 }]);
  for (let text = 0; text < 3; text += 1) {
    state.now = 1_000 + text * 10;
    expect(pace.take(1, () => 3 - text)).toBe(0);
  }
  await turn();
  expect(state.asked).toHaveLength(1);
});

test("a missed slot is forfeited: no second is overfilled", async () => {
  const { state, pace, turn } = fixture(100, () => ({ units: 10, from: 1_000, waitMs: 0 }));
  pace.take(1, () => 10);
  await turn();
  state.now = 1_075;
  let left = 0;
  while (pace.take(1, () => 0) === 0) left += 1;
  // Six of ten are later than is tolerated; a slightly late one leaves at once, and the rest are not due yet.
  expect(left).toBe(2);
});

test("after an empty grant the next request waits until it can succeed", async () => {
  const { state, pace, turn } = fixture(0.01, () => ({ units: 0, from: 0, waitMs: 90_000 }));
  pace.take(1, () => 1);
  await turn();
  expect(state.changes).toBe(1);
  expect(pace.take(1, () => 1)).toBe(90_000);
  state.now += 89_000;
  expect(pace.take(1, () => 1)).toBe(1_000);
  expect(state.asked).toHaveLength(1);
});

test("a clock that is set back stops sending for at most a second", async () => {
  const { pace, turn } = fixture(10, () => ({ units: 1, from: 3_600_000, waitMs: 0 }));
  pace.take(1, () => 1);
  await turn();
  expect(pace.take(1, () => 1)).toBeLessThanOrEqual(1_000);
});

test("times computed before the clock was set back by hours are discarded", async () => {
  let from = 7_200_500;
  const { state, pace, turn } = fixture(1, () => ({ units: from === 0 ? 0 : 1, from, waitMs: 60_000 }));
  state.now = 7_200_000;
  pace.take(1, () => 1);
  await turn();
  expect(pace.take(1, () => 1)).toBe(500);
  state.now = 1_000;
  from = 0;
  expect(pace.take(1, () => 1)).toBe(Infinity);
  await turn();
  expect(state.asked).toHaveLength(2);
  // The same if nothing was granted.
  expect(pace.take(1, () => 1)).toBe(60_000);
  state.now = -7_200_000;
  expect(pace.take(1, () => 1)).toBe(Infinity);
});
