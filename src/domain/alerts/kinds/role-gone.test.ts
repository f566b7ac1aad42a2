import { expect, test } from "vitest";

import { roleGone } from "./role-gone.ts";

const MINUTE = 60_000;

function rule(listed: () => readonly string[] | null, scheduled: readonly string[] = ["Editor"]) {
  const clock = { time: 0, now: () => clock.time };
  let queries = 0;
  const { check } = roleGone({
    scheduled: async () => scheduled.map((role) => ({ role, schedules: 2 })),
    async listed() {
      queries += 1;
      return listed();
    },
    clock,
  });
  return { check, clock, queries: () => queries };
}

test("a role that is not listed opens an alert, whatever the case of its letters", async () => {
  const { check } = rule(() => ["editor", "author"], ["EDITOR", "shop_manager"]);
  expect(await check()).toEqual([{ subject: "shop_manager", level: 1, delayMs: 0, data: { schedules: 2 } }]);
});

test("a platform that lists no roles is not judged, and one that does not answer leaves alerts as they are", async () => {
  expect(await rule(() => null).check()).toEqual([{ subject: "Editor", unjudged: true }]);
  const down = rule(() => {
    throw new Error("down");
  });
  await expect(down.check()).rejects.toThrow("down");
});

test("the platform is queried every five minutes while all roles exist, and each time while one is missing", async () => {
  let roles = ["editor"];
  const { check, clock, queries } = rule(() => roles);
  await check();
  clock.time = 4 * MINUTE;
  roles = [];
  expect([await check(), queries()]).toEqual([[], 1]);
  clock.time = 5 * MINUTE;
  expect([(await check()).length, queries()]).toEqual([1, 2]);
  roles = ["editor"];
  expect([await check(), queries()]).toEqual([[], 3]);
});

test("without schedules to roles the platform is not queried", async () => {
  const { check, queries } = rule(() => [], []);
  expect([await check(), queries()]).toEqual([[], 0]);
});
