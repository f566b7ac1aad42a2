import { expect, test } from "vitest";

import type { Host } from "#domain/access/host";

import { scheduleOwners } from "./schedule-owners.ts";

const MAY: ReadonlySet<"svc_sendsms"> = new Set(["svc_sendsms"]);

function owners(rightsOf: Host["rightsOf"], name = "wordpress") {
  const time = { ms: 0 };
  const logged: string[] = [];
  const clock = { now: () => time.ms };
  const log = (_level: string, message: string) => void logged.push(message);
  return { ...scheduleOwners({ name, ...(rightsOf && { rightsOf }) }, { clock, log }), time, logged };
}

test("verdicts last for a second from the last answer, so that those of a slow platform are all there", async () => {
  const slow = owners(async (id) => {
    await Promise.resolve();
    slow.time.ms += 700;
    return id === 3 ? null : MAY;
  });
  await slow.learn(["wordpress:1", "wordpress:2", "wordpress:3", "wordpress:1"]);
  expect(slow.time.ms).toBe(2_100);
  expect(["wordpress:1", "wordpress:2", "wordpress:3"].map(slow.verdict)).toEqual([null, null, "owner_gone"]);
  slow.time.ms += 1_000;
  expect(slow.verdict("wordpress:1")).toBeUndefined();
});

test("a platform that cannot be queried stops nothing, and is logged once until it answers", async () => {
  let isDown = true;
  const { learn, verdict, logged } = owners(async () => {
    if (isDown) throw new Error("down");
    return new Set();
  });
  await learn(["wordpress:1", "wordpress:2"]);
  await learn(["wordpress:1"]);
  expect([verdict("wordpress:1"), logged.length]).toEqual([null, 1]);
  isDown = false;
  await learn(["wordpress:1"]);
  expect(verdict("wordpress:1")).toBe("owner_may_not_send");
  isDown = true;
  await learn(["wordpress:1"]);
  expect(logged).toHaveLength(2);
});

test.each(["builtin:1", "order-notices", "wordpress:0", "wordpress:1e3", "wordpress:", "wordpress"])(
  "%s, whom the present platform does not know, is not judged",
  async (owner) => {
    const { verdict } = owners(async () => null);
    expect(verdict(owner)).toBeNull();
  },
);

test("nobody is judged by a platform that never tells", () => {
  expect(owners(undefined).verdict("wordpress:1")).toBeNull();
});
