import { expect, it } from "vitest";

import { openWindow } from "./window.ts";

const settled = async (promise: Promise<boolean> | true): Promise<boolean | "waiting"> =>
  Promise.race([promise, Promise.resolve().then(() => "waiting" as const)]);

it("assigns its slots at once and then in the order of the requests", async () => {
  const window = openWindow(2);
  expect([window.take(), window.take()]).toEqual([true, true]);
  const order: number[] = [];
  const third = Promise.resolve(window.take()).then(() => order.push(3));
  const fourth = Promise.resolve(window.take()).then(() => order.push(4));
  expect(window.waiting).toBe(2);
  window.give();
  window.give();
  await Promise.all([third, fourth]);
  expect(order).toEqual([3, 4]);
  expect(window.used).toBe(2);
});

it("assigns nothing while a caller holds it", async () => {
  const window = openWindow(1);
  window.hold("drain");
  window.hold("throttled");
  const slot = window.take();
  window.release("drain");
  expect(await settled(slot)).toBe("waiting");
  window.release("throttled");
  expect(await slot).toBe(true);
});

it("does not let a newcomer overtake those who wait", async () => {
  const window = openWindow(1);
  window.hold("drain");
  const first = window.take();
  const second = window.take();
  window.release("drain");
  expect(await first).toBe(true);
  expect(await settled(second)).toBe("waiting");
});

it("answers waiting callers, and all later ones, with false once it is closed", async () => {
  const window = openWindow(1);
  void window.take();
  const waiting = window.take();
  window.shut();
  expect(await waiting).toBe(false);
  window.give();
  expect(await window.take()).toBe(false);
});

it("keeps count over a queue long enough to be compacted", async () => {
  const window = openWindow(3);
  let most = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    const slot = window.take();
    if (slot !== true) await slot;
    most = Math.max(most, window.used);
    await Promise.resolve();
    done += 1;
    window.give();
  };
  await Promise.all(Array.from({ length: 10_000 }, work));
  expect({ most, done, used: window.used, waiting: window.waiting }).toEqual({
    most: 3,
    done: 10_000,
    used: 0,
    waiting: 0,
  });
});
