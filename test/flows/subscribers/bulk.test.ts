import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { suppress } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { wrongCounts } from "../../support/people/membership-counts.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
let group: number;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" });
  group = (await service.call("POST", "/groups", { name: "second" })).body.data.id;
  const hook = { url: "https://127.0.0.1:9/hook", types: ["subscriber.unsubscribed"] };
  expect((await service.call("POST", "/webhooks", hook)).status).toBe(201);
});
afterAll(async () => {
  expect(await wrongCounts(service.pool)).toEqual([]);
  await service.end();
});

let next = 850_000;
async function add(more: object = {}): Promise<{ id: number; mobile: string }> {
  const [mobile] = numbers(1, (next += 1));
  const answer = await service.call("POST", "/subscribers", { name: "Ada", mobile, double_opt_in: false, ...more });
  expect(answer.status).toBe(201);
  return answer.body.data;
}
const bulk = (body: object) => service.call("POST", "/subscribers/bulk", body);
async function done(body: object): Promise<any> {
  const started = await bulk(body);
  expect(started.status).toBe(201);
  expect(started.headers.get("location")).toBe(`/svc/v1/jobs/${started.body.data.id}`);
  const job = async () => (await service.call("GET", `/jobs/${started.body.data.id}`)).body.data;
  await eventually(async () => ["completed", "failed"].includes((await job()).state));
  return job();
}
const shown = async ({ id }: { id: number }) => (await service.call("GET", `/subscribers/${id}`)).body.data;
const left = (mobile: string) => service.call("POST", "/newsletter/unsubscribe", { mobile });
const tagged = (value: string) => ({ all: [{ field: "custom_fields.tag", op: "is", value }] });

describe("a bulk action", () => {
  test("adds everyone to a group except those who left or opted out, with consent and event", async () => {
    const people = [await add(), await add(), await add(), await add(), await add({ group_id: [1, group] })];
    await left(people[1]!.mobile);
    await suppress(service.pool, people[2]!.mobile);
    const back = people[3]!;
    await service.call("PATCH", `/subscribers/${back.id}`, { group_ids: [1, group], double_opt_in: false });
    await service.call("PATCH", `/subscribers/${back.id}`, { group_ids: [1] });
    const job = await done({
      action: "add_to_group",
      ids: [...people.map(({ id }) => id), 999_999],
      group_id: group,
      double_opt_in: false,
    });
    expect(job).toMatchObject({ state: "completed", result: { changed: 1, unchanged: 4 } });
    const states = [];
    for (const person of people) states.push((await shown(person)).groups.find((one: any) => one.id === group)?.state);
    expect(states).toEqual(["active", undefined, undefined, "left", "active"]);
    expect((await shown(people[0]!)).history[0]).toMatchObject({ group_id: group, kind: "subscribed", source: "api" });
  });

  test("adds no one to a group that they left before they were deleted, until they join it themselves", async () => {
    const { mobile, ...first } = await add({ group_id: [1, group] });
    await left(mobile);
    expect((await service.call("DELETE", `/subscribers/${first.id}`)).status).toBe(200);
    const again = await add({ mobile, group_id: 1 });
    const join = () => done({ action: "add_to_group", ids: [again.id], group_id: group, double_opt_in: false });
    expect((await join()).result).toMatchObject({ changed: 0, unchanged: 1 });
    expect((await shown(again)).groups).toMatchObject([{ id: 1, state: "active" }]);
    const asked = { add_group_ids: [group], double_opt_in: false };
    expect((await service.call("PATCH", `/subscribers/${again.id}`, asked)).status).toBe(200);
    expect((await shown(again)).groups).toMatchObject([{ state: "active" }, { id: group, state: "active" }]);
  });

  test("adds people who were deleted as members of another group only, and who have opted in again since", async () => {
    const [other, back] = [await add(), await add()];
    await left(other.mobile);
    await service.call("DELETE", `/subscribers/${other.id}`);
    expect((await service.call("POST", "/suppressions", { number: back.mobile, reason: "by letter" })).status).toBe(
      201,
    );
    await service.call("DELETE", `/subscribers/${back.id}`);
    expect((await service.call("DELETE", `/suppressions/${back.mobile}`, { reason: "mistake" })).status).toBe(200);
    const people = [await add({ mobile: other.mobile }), await add({ mobile: back.mobile })];
    const ids = people.map(({ id }) => id);
    const job = await done({ action: "add_to_group", ids, group_id: group, double_opt_in: false });
    expect(job.result).toMatchObject({ changed: 2 });
  });

  test("writes an event with the known data of each person who joined", async () => {
    const { id, mobile } = await add({ custom_fields: { city: "Bonn" } });
    await done({ action: "add_to_group", ids: [id], group_id: group, double_opt_in: false });
    const { rows } = await service.pool.query(
      "select data -> 'custom_fields' as fields from events where kind = 'new_subscriber' and phone = $1 order by id",
      [mobile],
    );
    expect(rows).toEqual([{ fields: { city: "Bonn" } }, { fields: { city: "Bonn" } }]);
  });

  test("adds no one to a group who has not confirmed yet, in that group or in another", async () => {
    const [elsewhere, here] = [await add({ double_opt_in: true }), await add({ group_id: group, double_opt_in: true })];
    const both = await add();
    await service.call("PATCH", `/subscribers/${both.id}`, { group_ids: [1, group], double_opt_in: true });
    const ids = [elsewhere.id, here.id, both.id];
    const job = await done({ action: "add_to_group", ids, group_id: group, double_opt_in: false });
    expect(job.result).toMatchObject({ changed: 0, unchanged: 3 });
    const states = async (person: { id: number }) =>
      Object.fromEntries((await shown(person)).groups.map(({ id, state }: any) => [id, state]));
    expect([await states(elsewhere), await states(here), await states(both)]).toEqual([
      { 1: "pending" },
      { [group]: "pending" },
      { 1: "active", [group]: "pending" },
    ]);
  });

  test("unsubscribes, which deletes nothing, with consent, event and webhook for each person", async () => {
    const people = [await add({ group_id: [1, group] }), await add(), await add()];
    await left(people[2]!.mobile);
    const before = await service.pool.query("select count(*)::int as n from webhook_deliveries");
    const job = await done({ action: "unsubscribe", ids: people.map(({ id }) => id) });
    expect(job.result).toEqual({ action: "unsubscribe", changed: 2, unchanged: 1 });
    expect(await shown(people[0]!)).toMatchObject({
      state: "left",
      groups: [{ state: "left" }, { state: "left" }],
    });
    expect((await shown(people[0]!)).history.filter((one: any) => one.kind === "left")).toHaveLength(2);
    const { rows } = await service.pool.query(
      "select data from events where kind = 'subscriber.unsubscribed' and phone = $1",
      [people[0]!.mobile],
    );
    expect(rows).toMatchObject([
      { data: { subscriber_id: people[0]!.id, state: "left", groups: [{ id: 1 }, { id: group, state: "left" }] } },
    ]);
    const after = await service.pool.query("select count(*)::int as n from webhook_deliveries");
    expect(after.rows[0].n - before.rows[0].n).toBe(2);
  });

  test("removes from one group and leaves the others", async () => {
    const person = await add({ group_id: [1, group] });
    const job = await done({ action: "remove_from_group", ids: [person.id], group_id: group });
    expect(job.result.changed).toBe(1);
    expect(await shown(person)).toMatchObject({ state: "active", groups: [{ state: "active" }, { state: "left" }] });
  });

  test("sets and removes a field of everyone who matches, and reaches each once although they no longer match", async () => {
    await service.call("POST", "/fields", { key: "tag", type: "choice", choices: ["Before", "After"] });
    for (let nth = 0; nth < 3; nth += 1) await add({ custom_fields: { tag: "before" } });
    const job = await done({ action: "set_field", filter: tagged("before"), field: "tag", value: "after" });
    expect(job).toMatchObject({ progress: { done: 3, total: 3 }, result: { changed: 3, unchanged: 0 } });
    const bad = await bulk({ action: "set_field", filter: tagged("after"), field: "tag", value: "never" });
    expect(bad.body.data.details).toMatchObject([{ field: "value", code: "not_in_list" }]);
    const unset = await done({ action: "set_field", filter: tagged("after"), field: "tag", value: null });
    expect(unset.result.changed).toBe(3);
    await service.call("PATCH", "/fields/tag", { archived: true });
    const archived = await bulk({ action: "set_field", filter: tagged("before"), field: "tag", value: "After" });
    expect(archived.body.data.details).toMatchObject([{ field: "value", code: "archived_field" }]);
  });

  test("deletes people and keeps their STOP", async () => {
    const [one, two] = [await add(), await add()];
    await suppress(service.pool, two.mobile);
    const job = await done({ action: "delete", ids: [one.id, two.id] });
    expect(job.result.changed).toBe(2);
    for (const { id } of [one, two]) expect((await service.call("GET", `/subscribers/${id}`)).status).toBe(404);
    const { rows } = await service.pool.query("select 1 from suppressions where phone = $1", [two.mobile]);
    expect(rows).toHaveLength(1);
  });

  test("reactivates those who bounce", async () => {
    const [one, two] = [await add(), await add()];
    await service.pool.query("update subscribers set bounced_at = now() where id = $1", [one.id]);
    const job = await done({ action: "reactivate", ids: [one.id, two.id] });
    expect(job.result).toMatchObject({ changed: 1, unchanged: 1 });
    expect((await shown(one)).state).toBe("active");
  });

  test("sends no codes: it is refused where new members must confirm", async () => {
    const { id } = await add();
    const answer = await bulk({ action: "add_to_group", ids: [id], group_id: group });
    expect([answer.status, answer.body.code]).toEqual([409, "not_in_this_state"]);
  });

  test("must name its people, and nothing that belongs to another action", async () => {
    const cases: [object, string][] = [
      [{ action: "delete" }, "filter"],
      [{ action: "delete", filter: {} }, "filter"],
      [{ action: "delete", filter: null }, "filter"],
      [{ action: "delete", ids: [] }, "filter"],
      [{ action: "delete", ids: [1], filter: tagged("x") }, "ids"],
      [{ action: "delete", ids: [1], group_id: group }, "group_id"],
      [{ action: "add_to_group", ids: [1] }, "group_id"],
      [{ action: "add_to_group", ids: [1], group_id: 999_999, double_opt_in: false }, "group_id"],
      [{ action: "set_field", ids: [1] }, "field"],
      [{ action: "set_field", ids: [1], field: "x" }, "value"],
      [{ action: "explode", ids: [1] }, "action"],
      [{ ids: [1] }, "action"],
    ];
    for (const [body, field] of cases) {
      const answer = await bulk(body);
      expect([JSON.stringify(body), answer.status]).toEqual([JSON.stringify(body), 400]);
      expect(answer.body.data.details.map((detail: { field: string }) => detail.field)).toContain(field);
    }
  });
});
