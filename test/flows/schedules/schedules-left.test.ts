import { afterAll, beforeAll, expect, test } from "vitest";

import { phonesOf } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import {
  DAILY,
  messagesOf,
  overdue,
  readSchedule,
  runsOf,
  scheduleCall,
  scheduleIdOf,
  trial,
} from "../../support/engine/schedules.ts";
import { allowWithoutRecord } from "../../support/people/consents.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

// Runs after someone left, or is being erased.

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_TIMEZONE: "Europe/Berlin" });
  await allowWithoutRecord(service.pool);
  await trial(service);
});
afterAll(() => service.end());

const reached = (id: string, wanted: string): Promise<boolean> =>
  eventually(async () => (await readSchedule(service, id))["state"] === wanted);
const subscribe = (mobile: string, group: number) =>
  service.call("POST", "/newsletter", { name: "N", mobile, group_id: group, double_opt_in: false });
const groupOf = async (name: string): Promise<number> =>
  (await service.call("POST", "/groups", { name })).body.data.id as number;
const recipients = async (id: string): Promise<string[]> => {
  const [run] = await runsOf(service, id);
  await eventually(async () =>
    ["completed", "failed"].includes((await service.call("GET", `/messages/${run!.message_id}`)).body.data.state),
  );
  return phonesOf(service.pool, { message: run!.message_id!.slice(4) });
};

test("a person who left is not sent to again because their subscription, or the group, was deleted afterwards", async () => {
  const [group, other] = [await groupOf("Left"), await groupOf("Left too")];
  const [stays, left, elsewhere, deleted, named] = numbers(5, 765) as string[];
  for (const mobile of [stays, left, elsewhere, deleted, named]) await subscribe(mobile!, group);
  await subscribe(elsewhere!, other);
  const call = { numbers: [named], group_ids: [group, other], audience: "frozen" };
  const freezeOne = async (): Promise<string> => scheduleIdOf(await scheduleCall(service, call));
  const [first, second, third] = [await freezeOne(), await freezeOne(), await freezeOne()];
  for (const mobile of [left, elsewhere, deleted, named])
    await service.call("POST", "/newsletter/unsubscribe", { mobile, group_id: group });
  const { rows } = await service.pool.query("select id from subscribers where phone = $1", [deleted]);
  expect((await service.call("DELETE", `/subscribers/${rows[0].id}`)).status).toBe(200);
  await overdue(service, first, 1);
  await reached(first, "completed");
  expect(await recipients(first)).toEqual([stays, elsewhere]);
  expect((await service.call("DELETE", `/groups/${group}?force=true`)).status).toBe(200);
  await overdue(service, second, 1);
  await reached(second, "completed");
  expect(await recipients(second)).toEqual([stays, elsewhere]);
  // There is no group of theirs left to leave.
  expect((await service.call("POST", "/newsletter/unsubscribe", { mobile: stays })).status).toBe(200);
  await overdue(service, third, 1);
  await reached(third, "completed");
  expect(await recipients(third)).toEqual([elsewhere]);
});

test("a run between the request for an erasure and its work sends nothing to that person", async () => {
  const [ada, bob] = ["+4915112345601", "+4915112345602"];
  const [alone, asked, both] = [
    scheduleIdOf(await scheduleCall(service, { numbers: [ada], repeat: DAILY })),
    scheduleIdOf(await scheduleCall(service, { numbers: [ada], repeat: DAILY })),
    scheduleIdOf(await scheduleCall(service, { numbers: [ada, bob], repeat: DAILY })),
  ];
  // No worker takes it up while its time is far ahead.
  await service.pool.query(
    "insert into erasures (id, phone, requested_by, requested_at, due) values (gen_random_uuid(), $1, 'test', now(), 'infinity')",
    [ada],
  );
  for (const id of [alone, both]) await overdue(service, id, 1);
  await eventually(async () => (await runsOf(service, alone)).length + (await runsOf(service, both)).length === 2);
  expect((await runsOf(service, alone))[0]).toMatchObject({ outcome: "skipped", reason: "no_recipients" });
  expect(await messagesOf(service, alone)).toEqual([]);
  expect((await runsOf(service, both))[0]).toMatchObject({ outcome: "sent" });
  const refused = await service.call("POST", `/schedules/${asked}/run`);
  expect([refused.status, refused.body.code]).toEqual([409, "not_in_this_state"]);
  expect(await phonesOf(service.pool, { message: (await messagesOf(service, both))[0]!.id })).toEqual([bob]);
  const later = scheduleIdOf(await scheduleCall(service, { numbers: [ada], repeat: DAILY }));
  await overdue(service, later, 1);
  await eventually(async () => (await runsOf(service, later)).length === 1);
  expect((await runsOf(service, later))[0]).toMatchObject({ outcome: "sent" });
  await service.pool.query("delete from erasures where phone = $1", [ada]);
});

test("a number that a schedule names beside groups is left out once its owner leaves these, until they return", async () => {
  const [group, other, elsewhere] = [await groupOf("Named"), await groupOf("Named too"), await groupOf("Not asked")];
  const people = ["+4915112345701", "+4915112345702", "+4915112345703", "+4915112345704", "+4915112345705"] as const;
  const [left, before, deleted, stranger, stays] = people;
  const spelled = ["+5491144459900", "+541144459900"] as const;
  for (const mobile of [left, before, deleted, stays, spelled[1]]) await subscribe(mobile, group);
  await subscribe(stays, other);
  await subscribe(stranger, elsewhere);
  const leave = (mobile: string, from: number) =>
    service.call("POST", "/newsletter/unsubscribe", { mobile, group_id: from });
  await leave(before, group);
  const numbersOf = [...people, spelled[0]];
  const call = { numbers: numbersOf, group_ids: [group, other], repeat: DAILY };
  const all = [...people, spelled[0]].toSorted();
  const ids = {
    live: scheduleIdOf(await scheduleCall(service, call)),
    frozen: scheduleIdOf(await scheduleCall(service, { ...call, audience: "frozen" })),
    plain: scheduleIdOf(await scheduleCall(service, { ...call, category: "transactional" })),
    roles: scheduleIdOf(await scheduleCall(service, { ...call, role_ids: ["editor"] })),
    alone: scheduleIdOf(await scheduleCall(service, { numbers: numbersOf, repeat: DAILY, category: "marketing" })),
  };
  const runs = async (): Promise<Record<string, readonly string[]>> => {
    const found: Record<string, readonly string[]> = {};
    for (const [name, id] of Object.entries(ids)) {
      const done = (await runsOf(service, id)).length;
      expect((await service.call("POST", `/schedules/${id}/run`)).status).toBe(200);
      expect(await runsOf(service, id)).toHaveLength(done + 1);
      found[name] = (await recipients(id)).toSorted();
    }
    return found;
  };
  expect(await runs()).toEqual({ live: all, frozen: all, plain: all, roles: all, alone: all });
  for (const mobile of [left, spelled[1]]) await leave(mobile, group);
  for (const mobile of [left, stays]) await leave(mobile, group);
  await leave(stranger, elsewhere);
  const { rows } = await service.pool.query("select id from subscribers where phone = $1", [deleted]);
  expect((await service.call("DELETE", `/subscribers/${rows[0].id}`)).status).toBe(200);
  const some = [before, stranger, stays];
  expect(await runs()).toEqual({ live: some, frozen: some, plain: all, roles: all, alone: all });
  expect((await service.call("DELETE", `/groups/${group}?force=true`)).status).toBe(200);
  expect((await runs())["live"]).toEqual(some);
  await subscribe(left, other);
  expect((await runs())["live"]).toEqual([left, ...some].toSorted());
});
