import { afterEach, expect, test, vi } from "vitest";

import type { AlertCheck, AlertStore } from "#domain/alerts/alert-store";
import { minute, second } from "#lib/time";

import { alertWatch } from "./alert-watch.ts";

afterEach(() => vi.useRealTimers());

/** The one row of the checks. A statement takes a moment, and its time is that of its beginning. */
function checksOf(seen: Set<string>): AlertStore["checks"] {
  let due = Date.now();
  let token = 0;
  const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));
  return {
    async claim(owner, leaseMs) {
      await moment();
      if (due > Date.now()) return null;
      due = Date.now() + leaseMs;
      seen.add(owner);
      return { token: (token += 1) } as AlertCheck;
    },
    async record(_check, _plan, { nextMs }) {
      due = Date.now() + nextMs;
      await moment();
      return true;
    },
    release: async () => undefined,
  } as AlertStore["checks"];
}

test("within the half hour in which a node must have reported its license, each of several nodes has checked", async () => {
  vi.useFakeTimers();
  const seen = new Set<string>();
  const store = checksOf(seen);
  const checks: number[] = [];
  const random = sequence();
  const watches = ["first", "second", "third"].map((owner) =>
    alertWatch({
      store,
      owner,
      random,
      rules: [
        {
          kind: "license_ending",
          settleMs: 0,
          async check() {
            checks.push(Date.now());
            await new Promise((resolve) => setTimeout(resolve, 40));
            return [];
          },
        },
      ],
      readSettings: (async () => ({ emails: [], numbers: [], kinds: [], quiet: false })) as never,
      clock: { now: Date.now },
      log: () => undefined,
    }),
  );
  for (const watch of watches) {
    watch.start();
    await vi.advanceTimersByTimeAsync(7 * second);
  }
  await vi.advanceTimersByTimeAsync(5 * minute);
  for (let hour = 0; hour < 12; hour += 1) {
    seen.clear();
    await vi.advanceTimersByTimeAsync(30 * minute);
    expect([...seen].toSorted()).toEqual(["first", "second", "third"]);
  }
  const gaps = checks.slice(1).map((at, nth) => at - checks[nth]!);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(30 * second);
  expect(Math.max(...gaps)).toBeLessThan(41 * second);
  const stopped = Promise.all(watches.map((watch) => watch.stop()));
  await vi.advanceTimersByTimeAsync(second);
  await stopped;
});

/** Numbers from 0 to 1 that are the same in every run. */
function sequence(): () => number {
  let state = 1;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}
