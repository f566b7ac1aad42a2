import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually } from "../../support/engine/engine.ts";
import { startTestService, type Credentials, type TestService } from "../../support/service/test-service.ts";
import {
  DAILY,
  eventsOf,
  overdue,
  readSchedule,
  runsOf,
  scheduleCall,
  scheduleIdOf,
  trial,
} from "../../support/engine/schedules.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await trial(service);
});
afterAll(() => service.end());

const basic = ({ user, password }: Credentials): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

/** A user who may send, with a schedule of theirs. */
async function ownerWithSchedule(more: Record<string, unknown> = { repeat: DAILY }) {
  const credentials = await service.userWith("svc_sendsms");
  const created = await scheduleCall(service, more, { authorization: basic(credentials) });
  const id = scheduleIdOf(created);
  const owner = (await readSchedule(service, id))["owner"] as string;
  return { id, owner, userId: owner.replace("builtin:", ""), credentials };
}

const act = (id: string, action: string, as = service.admin) =>
  service.call("POST", `/schedules/${id}/${action}`, undefined, { as });
const remove = (userId: string) => service.call("DELETE", `/users/${userId}`);
const isPaused = (id: string) => eventually(async () => (await readSchedule(service, id))["state"] === "paused");
const ran = (id: string) => eventually(async () => (await runsOf(service, id)).length === 1);

test("a schedule whose owner was deleted is paused at its next run, says why, and sends nothing", async () => {
  const { id, owner, userId } = await ownerWithSchedule();
  expect((await remove(userId)).status).toBe(200);
  await overdue(service, id, 1);
  await isPaused(id);
  expect(await readSchedule(service, id)).toMatchObject({
    state: "paused",
    next_run: null,
    owner,
    reason: expect.stringContaining("no longer exists"),
  });
  expect(await runsOf(service, id)).toEqual([]);
  expect(await eventsOf(service, id)).toEqual(["schedule.created", "schedule.paused"]);
});

test("a schedule is paused whose owner may no longer send", async () => {
  const { id, userId } = await ownerWithSchedule();
  expect((await service.call("PATCH", `/users/${userId}`, { roles: [] })).status).toBe(200);
  await overdue(service, id, 1);
  await isPaused(id);
  expect((await readSchedule(service, id))["reason"]).toContain("may no longer send");
  expect(await runsOf(service, id)).toEqual([]);
});

test("whoever resumes it answers for it: what was due a moment ago is sent, and the next owner is judged", async () => {
  const { id, userId } = await ownerWithSchedule({});
  await remove(userId);
  await overdue(service, id, 1);
  await isPaused(id);
  const other = await service.userWith("svc_sendsms");
  expect((await act(id, "resume", other)).body.data).toMatchObject({ state: "active", reason: null });
  await ran(id);
  const { owner, created_by: createdBy } = await readSchedule(service, id);
  expect([owner === createdBy, createdBy]).toEqual([false, `builtin:${userId}`]);
  expect(await runsOf(service, id)).toMatchObject([{ outcome: "sent" }]);
});

test("a run that was missed while it was paused is not sent a day later", async () => {
  const { id, userId } = await ownerWithSchedule({});
  await remove(userId);
  await overdue(service, id, 1);
  await isPaused(id);
  await overdue(service, id, 86_400);
  await act(id, "resume");
  await ran(id);
  expect(await runsOf(service, id)).toMatchObject([{ outcome: "skipped", reason: "late" }]);
});

test("a change makes its caller the owner: who created it may leave", async () => {
  const { id, userId } = await ownerWithSchedule();
  await service.call("PATCH", `/schedules/${id}`, { message: "Still here" });
  await remove(userId);
  await overdue(service, id, 1);
  await ran(id);
  expect((await readSchedule(service, id))["state"]).toBe("active");
});

test("a pause by hand makes nobody the owner, and an owner whose application password is revoked is one still", async () => {
  const { id, owner, userId } = await ownerWithSchedule();
  await act(id, "pause");
  expect((await readSchedule(service, id))["owner"]).toBe(owner);
  await act(id, "resume", (await ownerOf(userId)) ?? service.admin);
  expect((await service.call("DELETE", `/users/${userId}/application-passwords`)).status).toBe(200);
  await overdue(service, id, 1);
  await ran(id);
  expect((await readSchedule(service, id))["state"]).toBe("active");
});

async function ownerOf(userId: string): Promise<Credentials | null> {
  const answer = await service.call("POST", `/users/${userId}/application-passwords`, { name: "again" });
  const { username } = (await service.call("GET", `/users/${userId}`)).body.data;
  return answer.status === 201 ? { user: username, password: answer.body.data.password } : null;
}

test("a run that a caller asks for is theirs, whoever owns the schedule", async () => {
  const { id, userId } = await ownerWithSchedule();
  await remove(userId);
  expect((await act(id, "run")).status).toBe(200);
  expect(await runsOf(service, id)).toMatchObject([{ outcome: "sent" }]);
});

test("of schedules that are due together, only those of owners who are gone are paused", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => ownerWithSchedule()));
  const [gone, staying] = [people.slice(0, 3), people.slice(3)];
  for (const { userId } of gone) await remove(userId);
  await Promise.all(people.map(({ id }) => overdue(service, id, 1)));
  for (const { id } of gone) await isPaused(id);
  for (const { id } of staying) await ran(id);
  for (const { id } of gone) expect(await runsOf(service, id)).toEqual([]);
});
