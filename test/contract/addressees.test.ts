import { afterAll, beforeAll, expect, test } from "vitest";

import { NEXT_YEAR, scheduleCall, trial } from "../support/engine/schedules.ts";
import { numbers } from "../support/engine/engine.ts";
import { allowWithoutRecord } from "../support/people/consents.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" }, { workerLoops: false });
  await allowWithoutRecord(service.pool);
  await trial(service);
});
afterAll(() => service.end());

const create = async (path: string, body: Record<string, unknown>): Promise<number> => {
  const answer = await service.call("POST", path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data.id;
};
const group = (name: string) => create("/groups", { name });
const filter = { all: [{ field: "name", op: "contains", value: "a" }] };
const user = (username: string, phone: string) =>
  create("/users", { username, email: `${username}@x.test`, name: username, phone, roles: ["author"] });

async function send(body: Record<string, unknown>): Promise<string> {
  const answer = await service.call("POST", "/send", { message: "Doors open", ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data.message_id;
}
async function addressedTo(id: string, as = service.admin) {
  const answer = await service.call("GET", `/messages/${id}`, undefined, { as });
  expect(answer.status).toBe(200);
  return answer.body.data.addressed_to;
}
const nobody = {
  numbers: 0,
  group_ids: null,
  groups: [],
  segment_ids: [],
  segments: [],
  role_ids: [],
  users: [],
  customers: false,
};

test("a message says whom the call named, and groups and segments have their names of today", async () => {
  const [news, gone] = [await group("News"), await group("Gone")];
  const segment = await create("/segments", { name: "Named A", filter });
  const ada = await user("ada", numbers(1, 700)[0]!);
  const id = await send({
    recipients: ["subscribers", "users", "roles", "customers", "numbers"],
    group_ids: [news, gone],
    segment_ids: [segment],
    users: [ada],
    role_ids: ["author"],
    // One of them twice.
    numbers: [...numbers(3, 100), numbers(1, 100)[0]],
  });
  expect((await service.call("PATCH", `/groups/${news}`, { name: "Daily news" })).status).toBe(200);
  expect((await service.call("DELETE", `/groups/${gone}`)).status).toBe(200);
  expect(await addressedTo(id)).toEqual({
    numbers: 3,
    group_ids: [news, gone],
    groups: [
      { id: news, name: "Daily news" },
      { id: gone, name: null },
    ],
    segment_ids: [segment],
    segments: [{ id: segment, name: "Named A" }],
    role_ids: ["author"],
    users: [ada],
    customers: true,
  });
});

test("a caller who may not read subscribers gets the ids without names", async () => {
  const hidden = await group("Hidden");
  const segment = await create("/segments", { name: "Hidden", filter });
  const id = await send({ group_ids: [hidden], segment_ids: [segment] });
  const sender = await service.userWith("svc_sendsms");
  expect(await addressedTo(id, sender)).toEqual({ ...nobody, group_ids: [hidden], segment_ids: [segment] });
  const canceled = await service.call("POST", `/messages/${id}/cancel`, {}, { as: sender });
  expect(canceled.body.data.addressed_to.groups).toEqual([]);
  const reader = await service.userWith("svc_sendsms", "svc_subscribers");
  expect(await addressedTo(id, reader)).toMatchObject({ groups: [{ id: hidden, name: "Hidden" }] });
});

test("users whose numbers are known at once are not counted as direct numbers", async () => {
  const [bob, eve] = [await user("bob", numbers(1, 701)[0]!), await user("eve", numbers(1, 702)[0]!)];
  const id = await send({ recipients: ["users", "numbers"], users: [bob, eve], numbers: numbers(2, 200) });
  expect(await addressedTo(id)).toEqual({ ...nobody, numbers: 2, users: [bob, eve] });
});

test("the numbers themselves are not repeated", async () => {
  const id = await send({ numbers: numbers(2, 300) });
  const { body } = await service.call("GET", `/messages/${id}`);
  expect(body.data.addressed_to).toEqual({ ...nobody, numbers: 2 });
  expect(JSON.stringify(body)).not.toContain(numbers(1, 300)[0]);
});

test("a message to one number, and one of an earlier version, say nothing; of its audience, what was stored", async () => {
  expect(await addressedTo(await send({ numbers: numbers(1, 400) }))).toBeNull();
  const old = await group("Old");
  const [many, mixed] = [
    await send({ numbers: numbers(2, 500) }),
    await send({ recipients: ["subscribers", "numbers"], group_ids: [old], numbers: numbers(2, 500) }),
  ];
  // As the previous release wrote them.
  await service.pool.query("update messages set named = null");
  expect(await addressedTo(many)).toBeNull();
  expect(await addressedTo(mixed)).toMatchObject({ numbers: null, group_ids: [old] });
});

test("names are given to the first hundred groups", async () => {
  const ids: number[] = [];
  for (let nth = 0; nth < 101; nth += 1) ids.push(await group(`Club ${nth}`));
  const { group_ids: all, groups } = await addressedTo(await send({ group_ids: ids }));
  expect(all).toEqual(ids);
  expect(groups.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 100));
});

test("all groups are not enumerated", async () => {
  expect(await addressedTo(await send({ group_ids: "all" }))).toEqual({ ...nobody, group_ids: "all" });
});

test.each(["live", "frozen"])("a run of a %s schedule says the same as its schedule", async (audience) => {
  const club = await group(`Of the ${audience} schedule`);
  const kim = await user(`kim-${audience}`, numbers(1, audience === "live" ? 703 : 704)[0]!);
  const call = {
    recipients: ["subscribers", "users", "roles", "numbers"],
    group_ids: [club],
    users: [kim],
    role_ids: ["author"],
    numbers: numbers(2, 600),
    schedule: `${NEXT_YEAR}-06-01T12:00:00`,
    audience,
  };
  const schedule = (await scheduleCall(service, call)).body.data.schedule_id;
  const { recipients } = (await service.call("GET", `/schedules/${schedule}`)).body.data;
  expect(recipients).toEqual({
    ...nobody,
    numbers: 2,
    group_ids: [club],
    groups: [{ id: club, name: `Of the ${audience} schedule` }],
    role_ids: ["author"],
    users: [kim],
  });
  const run = await service.call("POST", `/schedules/${schedule}/run`, {});
  expect(run.status, JSON.stringify(run.body)).toBe(200);
  expect(await addressedTo(run.body.data.message_id)).toEqual(recipients);
});
