import { expect, test } from "vitest";

import { eventually } from "../../support/engine/engine.ts";
import type { Credentials } from "../../support/service/test-service.ts";
import { DAILY, scheduleIdOf } from "../../support/engine/schedules.ts";
import { openScheduling } from "../../support/engine/scheduling.ts";

const schedules = openScheduling();

const basic = ({ user, password }: Credentials): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

/** A user who may send, with a schedule of theirs. */
async function ownerWithSchedule(more: Record<string, unknown> = { repeat: DAILY }) {
  const credentials = await schedules.service.userWith("svc_sendsms");
  const created = await schedules.call(more, { authorization: basic(credentials) });
  const id = scheduleIdOf(created);
  const owner = (await schedules.read(id))["owner"] as string;
  return { id, owner, userId: owner.replace("builtin:", ""), credentials };
}

const act = (id: string, action: string, as = schedules.service.admin) =>
  schedules.service.call("POST", `/schedules/${id}/${action}`, undefined, { as });
const remove = (userId: string) => schedules.service.call("DELETE", `/users/${userId}`);
const isPaused = (id: string) => eventually(async () => (await schedules.read(id))["state"] === "paused");
const ran = (id: string) => eventually(async () => (await schedules.runs(id)).length === 1);

test("a schedule whose owner was deleted is paused at its next run, says why, and sends nothing", async () => {
  const { id, owner, userId } = await ownerWithSchedule();
  expect((await remove(userId)).status).toBe(200);
  await schedules.overdue(id, 1);
  await isPaused(id);
  expect(await schedules.read(id)).toMatchObject({
    state: "paused",
    next_run: null,
    owner,
    reason: expect.stringContaining("no longer exists"),
  });
  const words = "schedules are paused, because their owners may no longer send";
  await eventually(async () => schedules.service.logged.some(({ message }) => message === words));
  expect(await schedules.runs(id)).toEqual([]);
  expect(await schedules.events(id)).toEqual(["schedule.created", "schedule.paused"]);
});

test("a schedule whose owner may no longer send is paused", async () => {
  const { id, userId } = await ownerWithSchedule();
  expect((await schedules.service.call("PATCH", `/users/${userId}`, { roles: [] })).status).toBe(200);
  await schedules.overdue(id, 1);
  await isPaused(id);
  expect((await schedules.read(id))["reason"]).toContain("may no longer send");
  expect(await schedules.runs(id)).toEqual([]);
});

test("the user who resumes it becomes its owner: a run due a moment ago is sent, and the new owner is checked", async () => {
  const { id, userId } = await ownerWithSchedule({});
  await remove(userId);
  await schedules.overdue(id, 1);
  await isPaused(id);
  const other = await schedules.service.userWith("svc_sendsms");
  expect((await act(id, "resume", other)).body.data).toMatchObject({ state: "active", reason: null });
  await ran(id);
  const { owner, created_by: createdBy } = await schedules.read(id);
  expect([owner === createdBy, createdBy]).toEqual([false, `builtin:${userId}`]);
  expect(await schedules.runs(id)).toMatchObject([{ outcome: "sent" }]);
});

test("a run that was missed while it was paused is not sent a day later", async () => {
  const { id, userId } = await ownerWithSchedule({});
  await remove(userId);
  await schedules.overdue(id, 1);
  await isPaused(id);
  await schedules.overdue(id, 86_400);
  await act(id, "resume");
  await ran(id);
  expect(await schedules.runs(id)).toMatchObject([{ outcome: "skipped", reason: "late" }]);
});

test("a change makes its caller the owner: the creator may leave", async () => {
  const { id, userId } = await ownerWithSchedule();
  await schedules.service.call("PATCH", `/schedules/${id}`, { message: "Still here" });
  await remove(userId);
  await schedules.overdue(id, 1);
  await ran(id);
  expect((await schedules.read(id))["state"]).toBe("active");
});

test("a manual pause does not change the owner, nor does the revocation of the owner's application password", async () => {
  const { id, owner, userId } = await ownerWithSchedule();
  await act(id, "pause");
  expect((await schedules.read(id))["owner"]).toBe(owner);
  await act(id, "resume", (await ownerOf(userId)) ?? schedules.service.admin);
  expect((await schedules.service.call("DELETE", `/users/${userId}/application-passwords`)).status).toBe(200);
  await schedules.overdue(id, 1);
  await ran(id);
  expect((await schedules.read(id))["state"]).toBe("active");
});

async function ownerOf(userId: string): Promise<Credentials | null> {
  const answer = await schedules.service.call("POST", `/users/${userId}/application-passwords`, { name: "again" });
  const { username } = (await schedules.service.call("GET", `/users/${userId}`)).body.data;
  return answer.status === 201 ? { user: username, password: answer.body.data.password } : null;
}

test("a run that a caller requests belongs to the caller, whoever owns the schedule", async () => {
  const { id, userId } = await ownerWithSchedule();
  await remove(userId);
  expect((await act(id, "run")).status).toBe(200);
  expect(await schedules.runs(id)).toMatchObject([{ outcome: "sent" }]);
});

test("of schedules that are due together, only those of owners who are gone are paused", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => ownerWithSchedule()));
  const [gone, staying] = [people.slice(0, 3), people.slice(3)];
  for (const { userId } of gone) await remove(userId);
  await Promise.all(people.map(({ id }) => schedules.overdue(id, 1)));
  for (const { id } of gone) await isPaused(id);
  for (const { id } of staying) await ran(id);
  for (const { id } of gone) expect(await schedules.runs(id)).toEqual([]);
});
