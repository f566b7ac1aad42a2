import { expect, test, vi } from "vitest";

import { exportSlots } from "./export-slots.ts";

test("an export beyond the limit is refused until another one ends", () => {
  const slots = exportSlots({ most: 2, clock: { now: () => 0 } });
  const first = slots.open();
  slots.open();
  expect(() => slots.open()).toThrow("2 exports are running");
  first.close();
  slots.open();
  expect(() => slots.open()).toThrow("2 exports are running");
});

test("a reader that takes nothing for a minute gives way, and one that reads does not", () => {
  let now = 0;
  const slots = exportSlots({ most: 2, clock: { now: () => now } });
  const [reading, idle] = [slots.open(), slots.open()];
  const ends = { reading: vi.fn(), idle: vi.fn() };
  reading.onRevoked(ends.reading);
  idle.onRevoked(ends.idle);
  now = 60_001;
  reading.read();
  slots.open();
  expect([ends.reading.mock.calls.length, ends.idle.mock.calls.length]).toEqual([0, 1]);
  idle.close();
  expect(() => slots.open()).toThrow("2 exports are running");
});
