import { afterAll, beforeAll, expect, test } from "vitest";

import { sessionsWaiting } from "../../support/database/locks.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
});
afterAll(() => service.end());

const members = async (group: number): Promise<number> =>
  (await service.call("GET", `/groups/${group}`)).body.data.active_count;

test("of two concurrent deletions of the last two groups one is refused, and its members stay", async () => {
  const [first] = (await service.call("GET", "/groups")).body.data.items;
  const second = (await service.call("POST", "/groups", { name: "Second" })).body.data;
  const groups: number[] = [first.id, second.id];
  for (const [nth, group_id] of groups.entries()) {
    const mobile = `+4915120000${nth}00`;
    await service.call("POST", "/newsletter", { name: "P", mobile, group_id, double_opt_in: false });
  }
  const other = await service.pool.connect();
  await other.query("begin");
  await other.query("select from consent_people for update");
  const deletions = groups.map((group) => service.call("DELETE", `/groups/${group}`, { force: true }));
  await expect.poll(() => sessionsWaiting(service.pool)).toBeGreaterThanOrEqual(1);

  await other.query("rollback");
  other.release();

  const statuses = (await Promise.all(deletions)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409]);
  const left = groups[statuses.indexOf(409)]!;
  expect(await members(left)).toBe(1);

  // A deletion that was broken off, by the end of its node say, keeps a group from counting as another one for a
  // minute.
  const third = (await service.call("POST", "/groups", { name: "Third" })).body.data.id;
  await service.pool.query("update groups set leaving_until = now() + interval '50 s' where id = $1", [third]);
  expect((await service.call("DELETE", `/groups/${left}`, { force: true })).status).toBe(409);
  await service.pool.query("update groups set leaving_until = now() where id = $1", [third]);
  expect((await service.call("DELETE", `/groups/${left}`, { force: true })).status).toBe(200);
});
