import { beforeAll, expect, test } from "vitest";

import { phonesOf } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { DAILY } from "../../support/engine/schedules.ts";
import { openScheduling } from "../../support/engine/scheduling.ts";
import { allowWithoutRecord } from "../../support/people/consents.ts";
import { importer } from "../../support/people/imports.ts";

// Runs after someone left, or is being erased.

const schedules = openScheduling({ TIDINGS_TIMEZONE: "Europe/Berlin" });
beforeAll(() => allowWithoutRecord(schedules.service.pool));

const { groupOf, recipients, subscribe } = schedules;

test("a person who left is not sent to again because their subscription, or the group, was deleted afterwards", async () => {
  const [group, other] = [await groupOf("Left"), await groupOf("Left too")];
  const [stays, left, elsewhere, deleted, named] = numbers(5, 765) as string[];
  for (const mobile of [stays, left, elsewhere, deleted, named]) await subscribe(mobile!, group);
  await subscribe(elsewhere!, other);
  const call = { numbers: [named], group_ids: [group, other], audience: "frozen" };
  const freezeOne = (): Promise<string> => schedules.create(call);
  const [first, second, third] = [await freezeOne(), await freezeOne(), await freezeOne()];
  for (const mobile of [left, elsewhere, deleted, named])
    await schedules.service.call("POST", "/newsletter/unsubscribe", { mobile, group_id: group });
  const { rows } = await schedules.service.pool.query("select id from subscribers where phone = $1", [deleted]);
  expect((await schedules.service.call("DELETE", `/subscribers/${rows[0].id}`)).status).toBe(200);
  await schedules.overdue(first, 1);
  await schedules.reached(first, "completed");
  expect(await recipients(first)).toEqual([stays, elsewhere]);
  expect((await schedules.service.call("DELETE", `/groups/${group}?force=true`)).status).toBe(200);
  await schedules.overdue(second, 1);
  await schedules.reached(second, "completed");
  expect(await recipients(second)).toEqual([stays, elsewhere]);
  // They are in no group any more that they could leave.
  expect((await schedules.service.call("POST", "/newsletter/unsubscribe", { mobile: stays })).status).toBe(200);
  await schedules.overdue(third, 1);
  await schedules.reached(third, "completed");
  expect(await recipients(third)).toEqual([elsewhere]);
});

test("a run between the request for an erasure and its work sends nothing to that person", async () => {
  const [ada, bob] = ["+4915112345601", "+4915112345602"];
  const [alone, asked, both] = [
    await schedules.create({ numbers: [ada], repeat: DAILY }),
    await schedules.create({ numbers: [ada], repeat: DAILY }),
    await schedules.create({ numbers: [ada, bob], repeat: DAILY }),
  ];
  // No worker takes it up while its time is far ahead.
  await schedules.service.pool.query(
    "insert into erasures (id, phone, requested_by, requested_at, due) values (gen_random_uuid(), $1, 'test', now(), 'infinity')",
    [ada],
  );
  for (const id of [alone, both]) await schedules.overdue(id, 1);
  await eventually(async () => (await schedules.runs(alone)).length + (await schedules.runs(both)).length === 2);
  expect((await schedules.runs(alone))[0]).toMatchObject({ outcome: "skipped", reason: "no_recipients" });
  expect(await schedules.messages(alone)).toEqual([]);
  expect((await schedules.runs(both))[0]).toMatchObject({ outcome: "sent" });
  const refused = await schedules.service.call("POST", `/schedules/${asked}/run`);
  expect([refused.status, refused.body.code]).toEqual([409, "not_in_this_state"]);
  expect(await phonesOf(schedules.service.pool, { message: (await schedules.messages(both))[0]!.id })).toEqual([bob]);
  const later = await schedules.create({ numbers: [ada], repeat: DAILY });
  await schedules.overdue(later, 1);
  await eventually(async () => (await schedules.runs(later)).length === 1);
  expect((await schedules.runs(later))[0]).toMatchObject({ outcome: "sent" });
  await schedules.service.pool.query("delete from erasures where phone = $1", [ada]);
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
    schedules.service.call("POST", "/newsletter/unsubscribe", { mobile, group_id: from });
  await leave(before, group);
  const numbersOf = [...people, spelled[0]];
  const call = { numbers: numbersOf, group_ids: [group, other], repeat: DAILY };
  const all = [...people, spelled[0]].toSorted();
  const ids = {
    live: await schedules.create(call),
    frozen: await schedules.create({ ...call, audience: "frozen" }),
    plain: await schedules.create({ ...call, category: "transactional" }),
    roles: await schedules.create({ ...call, role_ids: ["editor"] }),
    alone: await schedules.create({ numbers: numbersOf, repeat: DAILY, category: "marketing" }),
  };
  const runs = async (): Promise<Record<string, readonly string[]>> => {
    const found: Record<string, readonly string[]> = {};
    for (const [name, id] of Object.entries(ids)) {
      const done = (await schedules.runs(id)).length;
      expect((await schedules.service.call("POST", `/schedules/${id}/run`)).status).toBe(200);
      expect(await schedules.runs(id)).toHaveLength(done + 1);
      found[name] = (await recipients(id)).toSorted();
    }
    return found;
  };
  expect(await runs()).toEqual({ live: all, frozen: all, plain: all, roles: all, alone: all });
  for (const mobile of [left, spelled[1]]) await leave(mobile, group);
  for (const mobile of [left, stays]) await leave(mobile, group);
  await leave(stranger, elsewhere);
  const { rows } = await schedules.service.pool.query("select id from subscribers where phone = $1", [deleted]);
  expect((await schedules.service.call("DELETE", `/subscribers/${rows[0].id}`)).status).toBe(200);
  const some = [before, stranger, stays];
  expect(await runs()).toEqual({ live: some, frozen: some, plain: all, roles: all, alone: all });
  expect((await schedules.service.call("DELETE", `/groups/${group}?force=true`)).status).toBe(200);
  expect((await runs())["live"]).toEqual(some);
  await subscribe(left, other);
  expect((await runs())["live"]).toEqual([left, ...some].toSorted());
});

test("a named number that left by an import stays out once the group is deleted, before the ledger has the record", async () => {
  const { service } = schedules;
  await service.pool.query("update consent_sealings set due = 'infinity'");
  const [gone, other] = [await groupOf("Left by import"), await groupOf("Another")];
  const [leaves, stays] = ["+4915112345801", "+4915112345802"];
  await subscribe(leaves, gone);
  await subscribe(stays, other);
  const id = await schedules.create({ numbers: [leaves, stays], group_ids: [gone, other], repeat: DAILY });
  await importer(() => service).run(`mobile,state\n${leaves},left`, { group_id: String(gone), on_existing: "update" });
  expect((await service.call("DELETE", `/groups/${gone}?force=true`)).status).toBe(200);
  expect((await service.pool.query("select kind from consents")).rows).toEqual([{ kind: "left" }]);
  expect((await service.call("POST", `/schedules/${id}/run`)).status).toBe(200);
  expect(await recipients(id)).toEqual([stays]);
  await service.pool.query("update consent_sealings set due = now()");
});
