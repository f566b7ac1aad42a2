import { setImmediate as nextTurn } from "node:timers/promises";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { trimMemoryIfIdle } from "./trim-memory.ts";

const WINDOW_MS = 20;
let windows = 0;
let counting: NodeJS.Timeout;
beforeEach(() => {
  windows = 0;
  counting = setInterval(() => (windows += 1), WINDOW_MS);
});
afterEach(() => clearInterval(counting));

const busyFor = async (more: number): Promise<void> => {
  const until = windows + more;
  while (windows < until) await nextTurn();
};
const pass = (more: number): Promise<void> => {
  const until = windows + more;
  return expect.poll(() => windows, { interval: WINDOW_MS }).toBeGreaterThanOrEqual(until);
};

test("a service that is idle after its start returns memory, once", async () => {
  // Other work of the machine may keep this process from being idle.
  const timesReturned = async (): Promise<number> => {
    const collect = vi.fn<() => void>();
    trimMemoryIfIdle(collect, WINDOW_MS * 2);
    await pass(12);
    return collect.mock.calls.length;
  };
  await expect.poll(timesReturned).toBe(1);
});

test("one that is busy from its start keeps it, also when it is idle later", async () => {
  const collect = vi.fn<() => void>();
  trimMemoryIfIdle(collect, WINDOW_MS);
  await busyFor(8);
  await pass(10);
  expect(collect).not.toHaveBeenCalled();
});
