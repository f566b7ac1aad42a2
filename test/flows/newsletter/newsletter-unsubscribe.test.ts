import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { freshPhone, openNewsletter, type OpenNewsletter } from "../../support/people/newsletter.ts";

let service: OpenNewsletter;
let second: number;
beforeAll(async () => {
  service = await openNewsletter();
  second = await service.group("second");
});
afterAll(() => service.close());

const leave = (body: unknown, more?: { key: string }) => service.post("/newsletter/unsubscribe", body, more);

async function member(groups: readonly number[] = [1, second]): Promise<string> {
  const mobile = freshPhone();
  await service.subscribe({ name: "Ada", mobile, group_id: groups, double_opt_in: false });
  return mobile;
}

describe("POST /newsletter/unsubscribe", () => {
  it("leaves every group if none is named, and keeps the history", async () => {
    const mobile = await member();
    const answer = await leave({ mobile, name: "Ada" });
    expect(answer).toMatchObject({
      status: 200,
      json: {
        data: {
          groups_left: [
            { id: 1, name: "Newsletter" },
            { id: second, name: "second" },
          ],
          already: false,
        },
      },
    });
    expect((await service.membershipsOf(mobile)).map((one) => one.state)).toEqual(["left", "left"]);
    expect((await service.consentsOf(mobile)).map((one) => one.kind)).toEqual([
      "subscribed",
      "subscribed",
      "left",
      "left",
    ]);
    expect((await service.eventsOf(mobile)).at(-1)).toMatchObject({
      kind: "subscriber.unsubscribed",
      data: { mobile, state: "left", groups: [{ id: 1 }, { id: second }] },
    });
  });

  it.each([
    ["a number", (id: number) => id],
    ["a numeric string", (id: number) => String(id)],
    ["a list", (id: number) => [id]],
    ["JSON in a string", (id: number) => `[${id}]`],
    ["JSON in a string in a list", (id: number) => [`[${id}]`]],
  ])("leaves only the group that is named by %s", async (_what, written) => {
    const mobile = await member();
    expect((await leave({ mobile, group_id: written(second) })).json.data.groups_left).toEqual([
      { id: second, name: "second" },
    ]);
    expect((await service.membershipsOf(mobile)).map((one) => one.state)).toEqual(["active", "left"]);
    expect((await service.eventsOf(mobile)).at(-1).data).toMatchObject({ state: "active", groups: [{ id: second }] });
  });

  it("does not read an empty list of groups as all of them", async () => {
    const mobile = await member();
    expect((await leave({ mobile, group_id: [] })).status).toBe(400);
    expect((await service.membershipsOf(mobile)).map((one) => one.state)).toEqual(["active", "active"]);
  });

  it("accepts group_ids as group_id: ignored, it would end every membership", async () => {
    const mobile = await member();
    await leave({ mobile, group_ids: [second] });
    expect((await service.membershipsOf(mobile)).map((one) => one.state)).toEqual(["active", "left"]);
  });

  it("returns already if the number has left, without another event", async () => {
    const mobile = await member();
    await leave({ mobile });
    const events = await service.eventsOf(mobile);
    expect(await leave({ mobile })).toMatchObject({ status: 200, json: { data: { groups_left: [], already: true } } });
    expect(await service.eventsOf(mobile)).toEqual(events);
  });

  it("returns 404 for a number that never subscribed", async () => {
    expect(await leave({ mobile: freshPhone() })).toMatchObject({ status: 404, json: { code: "not_found" } });
  });

  it("returns already for a group the number was never in", async () => {
    const mobile = await member([1]);
    expect((await leave({ mobile, group_id: second })).json.data).toEqual({ groups_left: [], already: true });
  });

  it("refuses a group that does not exist", async () => {
    const answer = await leave({ mobile: await member(), group_id: 4_711 });
    expect(answer.json.data.details).toMatchObject([{ field: "group_id", code: "unknown_group" }]);
  });

  it("revokes the code of a request that was canceled, and sends no other within the minute", async () => {
    const mobile = freshPhone();
    await service.subscribe({ name: "Ada", mobile });
    await leave({ mobile });
    const again = await service.subscribe({ name: "Ada", mobile });
    expect(again.json.data).toMatchObject({ state: "pending", code_sent: false });
    expect(await service.textsTo(mobile)).toHaveLength(1);
  });

  it("lets a person who left come back, with a new code", async () => {
    const mobile = await member();
    await leave({ mobile });
    const back = await service.subscribe({ name: "Ada", mobile });
    expect(back.json.data).toMatchObject({ state: "pending", already: false, code_sent: true });
    await service.verify(mobile, await service.codeOf(mobile));
    expect((await service.membershipsOf(mobile)).map((one) => one.state)).toEqual(["active", "left"]);
    expect((await service.consentsOf(mobile)).map((one) => one.kind)).toEqual([
      "subscribed",
      "subscribed",
      "left",
      "left",
      "requested",
      "confirmed",
    ]);
  });

  it("gives a repeated call with the same key the same response", async () => {
    const mobile = await member();
    const first = await leave({ mobile }, { key: `u-${mobile}` });
    expect((await leave({ mobile }, { key: `u-${mobile}` })).json).toEqual(first.json);
  });
});
