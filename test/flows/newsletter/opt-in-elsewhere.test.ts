import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { freshPhone, openNewsletter, type OpenNewsletter } from "../../support/people/newsletter.ts";

let service: OpenNewsletter;
beforeAll(async () => {
  service = await openNewsletter();
});
afterAll(() => service.close());

describe("what fails in the newsletter of the WP SMS plugin", () => {
  it("a second request keeps one pending record, whose newest code is the right one", async () => {
    const mobile = freshPhone();
    await service.subscribe({ name: "Ada", mobile, group_id: 1 });
    const first = await service.codeOf(mobile);
    await service.age(mobile, 61);
    await service.subscribe({ name: "Ada", mobile, group_id: 1 });
    const second = await service.codeOf(mobile);
    expect(await service.membershipsOf(mobile)).toEqual([{ group_id: 1, state: "pending" }]);
    if (first !== second) expect((await service.verify(mobile, first)).status).toBe(400);
    expect((await service.verify(mobile, second, { group_id: 1 })).status).toBe(200);
    expect(await service.membershipsOf(mobile)).toEqual([{ group_id: 1, state: "active" }]);
  });

  it("confirming one number activates none that looks like it", async () => {
    // Compared as numbers without their country, these are the same.
    const alike = ["+494155550116", "+14155550116", "+614155550116"] as const;
    for (const mobile of alike) expect((await service.subscribe({ name: "Ada", mobile })).status).toBe(200);
    const code = await service.codeOf(alike[0]);
    for (const mobile of alike.slice(1)) {
      if ((await service.codeOf(mobile)) !== code) expect((await service.verify(mobile, code)).status).toBe(400);
    }
    expect((await service.verify("04155 550116", code)).status).toBe(200);
    const states = await Promise.all(alike.map(async (mobile) => (await service.membershipsOf(mobile))[0].state));
    expect(states).toEqual(["active", "pending", "pending"]);
  });

  it("a list of groups is accepted, and one of them can be left by its id", async () => {
    const [one, two] = [await service.group("elsewhere one"), await service.group("elsewhere two")];
    const mobile = freshPhone();
    const answer = await service.subscribe({ name: "Ada", mobile, group_id: [one, String(two)], double_opt_in: false });
    expect(answer.status).toBe(200);
    expect((await service.post("/newsletter/unsubscribe", { mobile, group_id: String(one) })).status).toBe(200);
    expect(await service.membershipsOf(mobile)).toEqual([
      { group_id: one, state: "left" },
      { group_id: two, state: "active" },
    ]);
  });

  it("after thirty-two wrong codes the right one is refused, and it has six digits", async () => {
    const mobile = freshPhone();
    await service.subscribe({ name: "Ada", mobile });
    const code = await service.codeOf(mobile);
    expect(code).toMatch(/^\d{6}$/);
    for (let nth = 1; nth <= 32; nth += 1) {
      const guess = String((Number(code) + nth) % 1_000_000).padStart(6, "0");
      expect((await service.verify(mobile, guess)).status).toBe(400);
    }
    expect((await service.verify(mobile, code)).status).toBe(400);
    expect(await service.membershipsOf(mobile)).toEqual([{ group_id: 1, state: "pending" }]);
  });

  it("a code expires after a quarter of an hour, and a used one is gone", async () => {
    const [late, used] = [freshPhone(), freshPhone()];
    for (const mobile of [late, used]) await service.subscribe({ name: "Ada", mobile });
    await service.age(late, 15 * 60 + 1);
    expect((await service.verify(late, await service.codeOf(late))).status).toBe(400);
    const code = await service.codeOf(used);
    expect((await service.verify(used, code)).status).toBe(200);
    expect((await service.verify(used, code)).status).toBe(400);
    expect(
      await service.rows(
        "select 1 from opt_in_codes join subscribers on subscribers.id = subscriber_id where phone = $1",
        [used],
      ),
    ).toEqual([]);
  });

  it("a number is one person, however it is written, and keeps its country", async () => {
    for (const [written, number] of [
      ["0014155550117", "+14155550117"],
      ["+1 (415) 555-0117", "+14155550117"],
      ["00491701234567", "+491701234567"],
      ["0170 1234567", "+491701234567"],
      ["٠١٧٠١٢٣٤٥٦٧", "+491701234567"],
    ] as const) {
      const answer = await service.subscribe({ name: "Ada", mobile: written, double_opt_in: false });
      expect([answer.status, answer.json.data.subscriber.mobile]).toEqual([200, number]);
    }
    const rows = await service.rows("select count(*)::int as n from subscribers where phone = any($1)", [
      ["+14155550117", "+491701234567"],
    ]);
    expect(rows).toEqual([{ n: 2 }]);
  });

  it("forms are read like JSON, and a list as a name is refused instead of stored empty", async () => {
    const mobile = freshPhone();
    const form = new URLSearchParams({ name: "Ada", mobile, group_id: "1" }).toString();
    const answer = await service.subscribe(form, { type: "application/x-www-form-urlencoded" });
    expect(answer).toMatchObject({ status: 200, json: { data: { state: "pending" } } });
    const list = await service.subscribe({ name: ["Ada"], mobile: freshPhone() });
    expect(list).toMatchObject({ status: 400, json: { code: "invalid_parameter" } });
  });
});
