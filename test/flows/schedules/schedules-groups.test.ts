import { afterAll, beforeAll, expect, test } from "vitest";

import { waitsFor } from "../../support/database/locks.ts";
import { eventually } from "../../support/engine/engine.ts";
import { scheduleCall, scheduleIdOf, trial } from "../../support/engine/schedules.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
  await trial(service);
});
afterAll(() => service.end());

let next = 0;
async function groupWithMember(): Promise<number> {
  const nth = (next += 1);
  const { id } = (await service.call("POST", "/groups", { name: `Group ${nth}` })).body.data;
  const mobile = `+49151123960${String(nth).padStart(2, "0")}`;
  await service.call("POST", "/newsletter", { name: "N", mobile, group_id: id, double_opt_in: false });
  return id;
}
const schedule = (id: number, more: object = {}) =>
  scheduleCall(service, { numbers: undefined, group_ids: [id], category: "transactional", ...more });
const remove = (id: number) => service.call("DELETE", `/groups/${id}`, { force: true });
const members = async (id: number): Promise<number> =>
  (await service.call("GET", `/groups/${id}`)).body.data.active_count;

test("a group that a schedule sends to alone keeps its members and is not deleted until the schedule has ended", async () => {
  const id = await groupWithMember();
  const created = await schedule(id);
  expect([created.status, created.body.message]).toEqual([200, expect.any(String)]);
  for (const force of [false, true]) {
    const refusal = await service.call("DELETE", `/groups/${id}`, { force });
    expect([refusal.status, refusal.body.data.schedules]).toEqual([409, [scheduleIdOf(created)]]);
  }
  expect(await members(id)).toBe(1);
  expect((await service.call("POST", `/schedules/${scheduleIdOf(created)}/pause`)).status).toBe(200);
  expect((await remove(id)).status).toBe(409);
  expect((await service.call("DELETE", `/schedules/${scheduleIdOf(created)}`)).status).toBe(200);
  expect((await remove(id)).status).toBe(200);
});

test("a schedule with a stored audience, to all groups or to others, too, keeps no group", async () => {
  const id = await groupWithMember();
  expect((await schedule(id, { audience: "frozen" })).status).toBe(200);
  expect((await schedule(id, { group_ids: "all" })).status).toBe(200);
  expect((await schedule(id, { numbers: ["+4915112396999"] })).status).toBe(200);
  expect((await remove(id)).status).toBe(200);
});

test("of two groups of a schedule the first may be deleted, and the second may not, also at once", async () => {
  const [one, two, left, right] = await Promise.all(Array.from({ length: 4 }, groupWithMember));
  await schedule(one!, { group_ids: [one, two] });
  expect([(await remove(one!)).status, (await remove(two!)).status, await members(two!)]).toEqual([200, 409, 1]);
  await schedule(left!, { group_ids: [left, right] });
  const removed = await Promise.all([left!, right!].map(remove));
  expect(removed.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await members(removed[0]!.status === 409 ? left! : right!)).toBe(1);
});

test("a group whose members are leaving because it is being deleted gets no schedule", async () => {
  const id = await groupWithMember();
  const other = await service.pool.connect();
  await other.query("begin");
  await other.query("select from consent_people for update");
  const removed = remove(id);
  try {
    await Promise.race([removed, eventually(() => waitsFor(service.pool, "consent_people"))]);
    const { status, body } = await schedule(id);
    expect([status, body.data.details]).toMatchObject([
      400,
      [{ field: "group_ids", code: "unknown_group", value: id }],
    ]);
  } finally {
    await other.query("rollback");
    other.release();
  }
  expect((await removed).status).toBe(200);
});

test("a schedule that is just being stored keeps its group", async () => {
  const id = await groupWithMember();
  const other = await service.pool.connect();
  await other.query("begin");
  await other.query("lock table schedules in share mode");
  const created = schedule(id);
  await Promise.race([created, eventually(() => waitsFor(service.pool, "insert into schedules"))]);
  const removed = remove(id);
  await Promise.race([removed, eventually(() => waitsFor(service.pool, "from groups where id = $1 for update"))]);
  await other.query("rollback");
  other.release();
  expect([(await created).status, (await removed).status, await members(id)]).toEqual([200, 409, 1]);
});
