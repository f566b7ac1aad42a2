import { setImmediate as nextTurn } from "node:timers/promises";

import { expect, test, vi } from "vitest";

import { trimMemoryWhenIdle } from "./trim-memory.ts";

test("memory is returned once, and not before the event loop has been idle", async () => {
  const collect = vi.fn<() => void>();
  let windows = 0;
  const counted = setInterval(() => (windows += 1), 20);
  trimMemoryWhenIdle(collect, 20);
  try {
    while (windows < 10) await nextTurn();
    expect(collect).not.toHaveBeenCalled();
    await expect.poll(() => collect.mock.calls.length).toBe(1);
    const then = windows;
    await expect.poll(() => windows).toBeGreaterThan(then + 5);
    expect(collect).toHaveBeenCalledTimes(1);
  } finally {
    clearInterval(counted);
  }
});
