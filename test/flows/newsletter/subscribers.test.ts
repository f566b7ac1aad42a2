import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ageConsents } from "../../support/people/consents.ts";
import { deliveriesOf, suppress } from "../../support/database/ledger.ts";
import { numbers } from "../../support/engine/engine.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
let events: number;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" }, { workerLoops: false });
  events = (await service.call("POST", "/groups", { name: "second" })).body.data.id;
});
afterAll(() => service.end());

let next = 800_000;
const freshPhone = (): string => numbers(1, (next += 1))[0]!;
const rows = async (text: string, values: unknown[] = []) => (await service.pool.query(text, values)).rows;
async function add(more: object = {}) {
  const answer = await service.call("POST", "/subscribers", {
    name: "Ada",
    mobile: freshPhone(),
    double_opt_in: false,
    ...more,
  });
  expect(answer.status).toBe(201);
  return answer.body.data;
}
const list = async (query: Record<string, string>) => {
  const answer = await service.call("GET", `/subscribers?${new URLSearchParams(query)}`);
  expect(answer.status).toBe(200);
  return answer.body.data;
};
const idsOf = ({ items }: { items: { id: number }[] }): number[] => items.map(({ id }) => id);

describe("POST /subscribers", () => {
  test("creates a subscriber, returns its address, and recognizes an existing one", async () => {
    const mobile = freshPhone();
    const body = { name: "Ada", mobile, group_id: [1, events], custom_fields: { city: "Bonn" }, double_opt_in: false };
    const made = await service.call("POST", "/subscribers", body);
    expect(made.body.data).toMatchObject({
      name: "Ada",
      mobile,
      state: "active",
      custom_fields: { city: "Bonn" },
      groups: [{ id: 1 }, { id: events }],
    });
    expect(made.headers.get("location")).toBe(`/svc/v1/subscribers/${made.body.data.id}`);
    const again = await service.call("POST", "/subscribers", body);
    expect([again.status, again.body.code, again.body.data.subscriber_id]).toEqual([
      409,
      "conflict",
      made.body.data.id,
    ]);
  });

  test("waits for the code if the site requires one", async () => {
    const answer = await service.call("POST", "/subscribers", { name: "Ada", mobile: freshPhone() });
    expect([answer.status, answer.body.data.state]).toEqual([201, "pending"]);
  });

  test("refuses what cannot be a subscriber", async () => {
    const answer = await service.call("POST", "/subscribers", { mobile: "abc", group_id: 999_999 });
    expect(Object.keys(answer.body.data.params).toSorted()).toEqual(["group_id", "mobile", "name"]);
  });
});

describe("GET /subscribers", () => {
  test("finds by name, number, group, state and country", async () => {
    const ada = await add({ name: "Quentin One", group_id: events });
    const bob = await add({ name: "quentin two" });
    const cy = await add({ name: "QUENTIN three", mobile: "+14155550123" });
    await service.call("POST", "/newsletter/unsubscribe", { mobile: bob.mobile });
    const { id: waits } = (await service.call("POST", "/subscribers", { name: "Quentin four", mobile: freshPhone() }))
      .body.data;
    const find = async (query: Record<string, string>) => idsOf(await list({ search: "Quentin", ...query }));
    expect(await find({})).toEqual([waits, cy.id, ada.id]);
    expect(await find({ state: "all", order: "asc" })).toEqual([ada.id, bob.id, cy.id, waits]);
    expect(await find({ state: "left" })).toEqual([bob.id]);
    expect(await find({ state: "pending" })).toEqual([waits]);
    expect(await find({ state: "active", orderby: "name" })).toEqual([cy.id, ada.id]);
    expect(await find({ group_id: String(events) })).toEqual([ada.id]);
    expect(await find({ country: "us" })).toEqual([cy.id]);
    expect(idsOf(await list({ search: "+1 (415) 555-0123" }))).toEqual([cy.id]);
    expect(idsOf(await list({ search: "100%" }))).toEqual([]);
  });

  test("finds a number however it is written", async () => {
    const { id, mobile } = await add({ mobile: `+49151${20_000_000 + (next += 1)}` });
    const national = mobile.slice(3);
    for (const search of [
      mobile,
      ` ${mobile} `,
      `00${mobile.slice(1)}`,
      `0${national}`,
      `(0${national.slice(0, 3)}) ${national.slice(3)}`,
      national.slice(2),
      `00 49 ${national.slice(0, 10)}`,
    ])
      expect([search, idsOf(await list({ search }))]).toEqual([search, expect.arrayContaining([id])]);
    for (const search of ["%", "_", "\\", "+%", `${mobile}%`]) expect(idsOf(await list({ search }))).toEqual([]);
  });

  test("pages by cursor, each subscriber once", async () => {
    for (let n = 0; n < 7; n += 1) await add({ name: `Paged ${n}` });
    const whole = idsOf(await list({ search: "Paged" }));
    const first = await list({ search: "Paged", per_page: "3" });
    expect(first.pagination).toMatchObject({
      total: 7,
      total_capped: false,
      next_cursor: `sub_${whole[2]}`,
    });
    const second = await list({ search: "Paged", per_page: "3", cursor: first.pagination.next_cursor });
    const third = await list({ search: "Paged", per_page: "3", cursor: second.pagination.next_cursor });
    expect([first, second, third].flatMap(idsOf)).toEqual(whole);
    expect(third.pagination.next_cursor).toBeNull();
  });

  test.each([
    ["page=2", "unknown_parameter"],
    ["cursor=sub_at_9901&per_page=100&orderby=name", "use_cursor"],
    ["cursor=sub_x", "invalid_parameter"],
    ["cursor=sub_1&orderby=name", "invalid_parameter"],
    ["country=XX", "invalid_parameter"],
    ["state=gone", "invalid_parameter"],
    ["per_page=0", "invalid_parameter"],
  ])("refuses %s", async (query, code) => {
    const answer = await service.call("GET", `/subscribers?${query}`);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
  });
});

describe("/subscribers/{id}", () => {
  test("shows who agreed to what, newest first", async () => {
    const { id, mobile } = await add();
    await service.call("POST", "/newsletter/unsubscribe", { mobile });
    const { data } = (await service.call("GET", `/subscribers/${id}`)).body;
    expect(data).toMatchObject({ state: "left", suppressed: false, groups: [{ id: 1, state: "left" }] });
    expect(data.history.map((one: { kind: string }) => one.kind)).toEqual(["left", "subscribed"]);
    expect(data.history[0]).toMatchObject({
      group_id: 1,
      source: "api",
      actor: expect.any(String),
      at: expect.stringMatching(/Z$/),
    });
  });

  test("a change of groups joins and leaves by the usual rules", async () => {
    const { id, mobile } = await add({ group_id: 1, custom_fields: { a: 1 } });
    const moved = await service.call("PATCH", `/subscribers/${id}`, {
      name: "Ada L.",
      group_ids: [events],
      double_opt_in: false,
    });
    expect(moved.body.data).toMatchObject({
      name: "Ada L.",
      state: "active",
      custom_fields: { a: 1 },
      groups: [
        { id: 1, state: "left" },
        { id: events, state: "active" },
      ],
    });
    const kinds = (await rows("select kind from events where phone = $1 order by id", [mobile])).map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(["new_subscriber", "subscriber.unsubscribed", "new_subscriber"]);
    const waits = await service.call("PATCH", `/subscribers/${id}`, { group_ids: [1, events] });
    expect(waits.body.data.groups).toMatchObject([
      { id: 1, state: "pending" },
      { id: events, state: "active" },
    ]);
    const none = await service.call("PATCH", `/subscribers/${id}`, { group_ids: [], custom_fields: { b: true } });
    expect(none.body.data).toMatchObject({ state: "left", custom_fields: { b: true } });
  });

  test("groups are joined besides the present ones, by several callers at once", async () => {
    const { id } = await add({ group_id: 1 });
    const third = (await service.call("POST", "/groups", { name: "Third" })).body.data.id as number;
    const join = (group: number) =>
      service.call("PATCH", `/subscribers/${id}`, { add_group_ids: [group], double_opt_in: false });
    const joined = await Promise.all([join(events), join(third), join(events)]);
    expect(joined.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { data } = (await service.call("GET", `/subscribers/${id}`)).body;
    expect(data.groups).toMatchObject([
      { id: 1, state: "active" },
      { id: events, state: "active" },
      { id: third, state: "active" },
    ]);
    const both = await service.call("PATCH", `/subscribers/${id}`, { group_ids: [1], add_group_ids: [third] });
    expect([both.status, Object.keys(both.body.data.params)]).toEqual([400, ["add_group_ids"]]);
    const unknown = await service.call("PATCH", `/subscribers/${id}`, { add_group_ids: [999_999] });
    expect([unknown.status, Object.keys(unknown.body.data.params)]).toEqual([400, ["add_group_ids"]]);
  });

  test("nobody who replied STOP is re-added, and the rest of that call is not applied", async () => {
    const { id, mobile } = await add({ group_id: 1 });
    await suppress(service.pool, mobile, { reason: "opted out by STOP", source: "sms" });
    const answer = await service.call("PATCH", `/subscribers/${id}`, {
      name: "Other",
      group_ids: [events],
      double_opt_in: false,
    });
    expect([answer.status, answer.body.code]).toEqual([409, "not_in_this_state"]);
    expect((await service.call("GET", `/subscribers/${id}`)).body.data).toMatchObject({
      name: "Ada",
      suppressed: true,
      groups: [{ id: 1, state: "active" }],
    });
  });

  test("an unknown group is refused by its place in the list, and an unknown person is not found", async () => {
    const { id } = await add();
    const answer = await service.call("PATCH", `/subscribers/${id}`, { group_ids: [1, 999_999] });
    expect([answer.status, Object.keys(answer.body.data.params)]).toEqual([400, ["group_ids[1]"]]);
    for (const method of ["GET", "PATCH", "DELETE"])
      expect(
        (await service.call(method, "/subscribers/99999999", method === "PATCH" ? { name: "x" } : undefined)).status,
      ).toBe(404);
  });

  test("deleted: removed from every group and reported to webhooks, and their consents stay", async () => {
    const { id, mobile } = await add({ group_id: [1, events] });
    const answer = await service.call("DELETE", `/subscribers/${id}`);
    expect([answer.status, answer.body.data]).toEqual([200, { deleted: true, id }]);
    expect((await service.call("GET", `/subscribers/${id}`)).status).toBe(404);
    expect(await rows("select 1 from memberships where subscriber_id = $1", [id])).toEqual([]);
    expect(
      (await rows("select data from events where phone = $1 and kind = 'subscriber.unsubscribed'", [mobile]))[0].data,
    ).toMatchObject({ subscriber_id: id, state: "left" });
    expect((await service.call("DELETE", `/subscribers/${id}`)).status).toBe(404);
    const held = (await service.call("POST", "/privacy/export", { mobile })).body.data.items;
    expect(held.map((item: { kind: string; data: { kind: string } }) => [item.kind, item.data.kind])).toEqual([
      ["consent", "subscribed"],
      ["consent", "subscribed"],
      ["consent", "left"],
      ["consent", "left"],
    ]);
  });

  test("alternately deleting and subscribing sends to a stranger no more often than subscribing does", async () => {
    const mobile = freshPhone();
    const texts = async () => (await deliveriesOf(service.pool, { phone: mobile })).length;
    for (let times = 0; times < 3; times += 1) {
      const { status, body } = await service.call("POST", "/newsletter", { name: "Victim", mobile });
      expect([status, body.data.code_sent]).toEqual([200, times === 0]);
      await service.call("DELETE", `/subscribers/${body.data.subscriber.id}`);
    }
    expect(await texts()).toBe(1);
    // A minute later one more.
    await ageConsents(service.pool, "2 minutes");
    await rows("update code_requests set at = at - interval '2 minutes'");
    await service.call("POST", "/newsletter", { name: "Victim", mobile });
    expect(await texts()).toBe(2);
  });

  test("alternately erasing and subscribing does not either, and a day later nothing about it is stored", async () => {
    const mobile = freshPhone();
    const join = async () => (await service.call("POST", "/newsletter", { name: "Victim", mobile })).body.data;
    const erase = () => service.call("POST", "/privacy/delete", { mobile, confirm: true });
    // The numbers of these tests share a prefix, for which codes are limited.
    await rows("delete from code_requests");
    expect((await join()).code_sent).toBe(true);
    await erase();
    expect((await join()).code_sent).toBe(false);
    await rows("update opt_in_echoes set at = at - interval '2 minutes'");
    await ageConsents(service.pool, "2 minutes");
    await rows("update code_requests set at = at - interval '2 minutes'");
    expect((await join()).code_sent).toBe(true);
    await rows("update opt_in_echoes set at = at - interval '25 hours'");
    await ageConsents(service.pool, "25 hours");
    await erase();
    expect(await rows("select 1 from opt_in_echoes")).toEqual([]);
  });

  test("many concurrent changes leave exactly one of them, and nothing half applied", async () => {
    const { id } = await add({ group_id: 1 });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        service.call("PATCH", `/subscribers/${id}`, { group_ids: [n % 2 ? 1 : events], double_opt_in: false }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    const active = await rows("select group_id from memberships where subscriber_id = $1 and state = 'active'", [id]);
    expect(active).toHaveLength(1);
  });
});

test("a subscriber who is added has the address of the person who subscribed in the ledger, as after a subscription", async () => {
  const { id } = await add({ client_ip: "192.0.2.7" });
  const { items } = (await service.call("GET", `/subscribers/${id}/consents`)).body.data;
  expect(items).toMatchObject([{ kind: "subscribed", ip: "192.0.2.7" }]);
});
