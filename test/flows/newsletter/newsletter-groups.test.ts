import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { freshPhone, openNewsletter, type OpenNewsletter } from "../../support/people/newsletter.ts";

let service: OpenNewsletter;
beforeAll(async () => {
  service = await openNewsletter();
});
afterAll(() => service.close());

const join = (group: number, more: object = { double_opt_in: false }) =>
  service.subscribe({ name: "Ada", mobile: freshPhone(), group_id: group, ...more });

describe("/groups", () => {
  it("creates a group with 201 and its address", async () => {
    const made = await service.post("/groups", { name: " Customers ", double_opt_in: "0" });
    expect(made).toMatchObject({
      status: 201,
      json: { data: { name: "Customers", double_opt_in: false, subscriber_count: 0, active_count: 0 } },
    });
    const address = made.headers.get("location")!;
    expect(address).toBe(`/svc/v1/groups/${made.json.data.id}`);
    expect((await service.call("GET", address.slice("/svc/v1".length))).json.data).toEqual(made.json.data);
  });

  it("refuses a name that another group has, whatever its case, also for concurrent calls", async () => {
    await service.post("/groups", { name: "Friends" });
    expect(await service.post("/groups", { name: "friends" })).toMatchObject({
      status: 409,
      json: { code: "conflict", data: { details: [{ field: "name", code: "taken" }] } },
    });
    const answers = await Promise.all([1, 2, 3, 4].map(() => service.post("/groups", { name: "Twins" })));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409, 409, 409]);
  });

  it.each([
    [{}],
    [{ name: "" }],
    [{ name: "  " }],
    [{ name: "x".repeat(251) }],
    [{ name: 5 }],
    [{ name: "a", double_opt_in: "x" }],
  ])("refuses %j", async (body) => {
    expect((await service.post("/groups", body)).status).toBe(400);
  });

  it("counts members and active members", async () => {
    const id = await service.group("counted");
    await join(id);
    await join(id);
    await join(id, {});
    const gone = await join(id);
    await service.post("/newsletter/unsubscribe", { mobile: gone.json.data.subscriber.mobile });
    const list = await service.call("GET", "/groups?per_page=100");
    expect(list.json.data.items.find((one: { id: number }) => one.id === id)).toMatchObject({
      subscriber_count: 3,
      active_count: 2,
    });
  });

  it("pages and searches, with pattern characters taken literally", async () => {
    for (const name of ["100% wool", "100 cotton", "a_b", "axb"]) await service.group(name);
    const names = async (query: string): Promise<string[]> =>
      (await service.call("GET", `/groups?${query}`)).json.data.items.map((one: { name: string }) => one.name);
    expect(await names("search=100%25")).toEqual(["100% wool"]);
    expect(await names("search=a_b")).toEqual(["a_b"]);
    expect(await names("search=WOOL")).toEqual(["100% wool"]);
    const all = (await service.call("GET", "/groups?per_page=100")).json.data.items;
    const first = (await service.call("GET", "/groups?per_page=2")).json.data;
    expect(first.pagination).toEqual({ total: all.length, per_page: 2, next_cursor: `grp_${first.items[1].id}` });
    const second = await service.call("GET", `/groups?per_page=2&cursor=${first.pagination.next_cursor}`);
    expect([...first.items, ...second.json.data.items]).toEqual(all.slice(0, 4));
    expect((await service.call("GET", "/groups?cursor=2")).status).toBe(400);
    const behind = (await service.call("GET", "/groups?cursor=grp_999999999")).json.data;
    expect([behind.items, behind.pagination.next_cursor]).toEqual([[], null]);
  });

  it("changes only the named properties", async () => {
    const id = await service.group("before", true);
    const renamed = await service.call("PATCH", `/groups/${id}`, { name: "after" });
    expect(renamed.json.data).toMatchObject({ name: "after", double_opt_in: true });
    expect(
      (await service.call("PATCH", `/groups/${id}`, { double_opt_in: "site" })).json.data.double_opt_in,
    ).toBeNull();
    expect((await service.call("PATCH", `/groups/${id}`, { name: "AFTER" })).json.data.name).toBe("AFTER");
    expect((await service.call("PATCH", `/groups/${id}`, { name: "newsletter" })).status).toBe(409);
    expect((await service.call("PATCH", `/groups/${id}`, {})).status).toBe(200);
    expect((await service.call("PATCH", "/groups/4711", { name: "x" })).status).toBe(404);
  });

  it("gives one of two groups the name that both want at once", async () => {
    const ids = [await service.group("left hand"), await service.group("right hand")];
    const answers = await Promise.all(ids.map((id) => service.call("PATCH", `/groups/${id}`, { name: "hand" })));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
  });

  it("deletes an empty group, and one with members only by force, ending their consent", async () => {
    const id = await service.group("deleted");
    const member = await join(id);
    await join(id, {});
    const refused = await service.call("DELETE", `/groups/${id}`);
    expect(refused).toMatchObject({ status: 409, json: { code: "conflict", data: { members: 2 } } });
    expect(await service.call("DELETE", `/groups/${id}?force`)).toMatchObject({
      status: 200,
      json: { data: { deleted: true, id, members: 2 } },
    });
    expect((await service.call("GET", `/groups/${id}`)).status).toBe(404);
    const consents = await service.consentsOf(member.json.data.subscriber.mobile);
    expect(consents.map((one) => one.kind)).toEqual(["subscribed", "left"]);
    expect((await service.call("DELETE", `/groups/${id}`)).status).toBe(404);
  });

  it("deletes without force if everyone has left", async () => {
    const id = await service.group("abandoned");
    const member = await join(id);
    await service.post("/newsletter/unsubscribe", { mobile: member.json.data.subscriber.mobile });
    expect((await service.call("DELETE", `/groups/${id}`)).status).toBe(200);
  });

  it.each(["abc", "0", "-1", "1.5", "99999999999999999999"])(
    "answers %s for an id without a server error",
    async (id) => {
      expect([400, 404]).toContain((await service.call("GET", `/groups/${id}`)).status);
    },
  );

  it("keeps the last group, also if the last two are deleted at once", async () => {
    const list = await service.call("GET", "/groups?per_page=100");
    const ids: number[] = list.json.data.items.map((one: { id: number }) => one.id);
    for (const id of ids.slice(2)) await service.call("DELETE", `/groups/${id}?force=1`);
    const answers = await Promise.all(ids.slice(0, 2).map((id) => service.call("DELETE", `/groups/${id}?force=1`)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
    const mobile = freshPhone();
    expect((await service.subscribe({ name: "Ada", mobile })).status).toBe(200);
    expect(await service.membershipsOf(mobile)).toHaveLength(1);
  });
});
