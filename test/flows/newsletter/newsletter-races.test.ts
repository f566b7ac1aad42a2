import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { freshPhone, openNewsletter, type OpenNewsletter } from "../../support/people/newsletter.ts";

let service: OpenNewsletter;
beforeAll(async () => {
  service = await openNewsletter();
});
afterAll(() => service.close());

const many = <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));

describe("concurrent calls", () => {
  it("make one subscriber, one code and one message out of fifty subscriptions of one number", async () => {
    const mobile = freshPhone();
    const answers = await many(50, () => service.subscribe({ name: "Ada", mobile }));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(answers.filter((answer) => answer.json.data.code_sent)).toHaveLength(1);
    expect(await service.rows("select 1 from subscribers where phone = $1", [mobile])).toHaveLength(1);
    expect(await service.membershipsOf(mobile)).toEqual([{ group_id: 1, state: "pending" }]);
    expect(await service.textsTo(mobile)).toHaveLength(1);
    expect(await service.consentsOf(mobile)).toHaveLength(1);
    expect(await service.eventsOf(mobile)).toHaveLength(1);
    expect((await service.verify(mobile, await service.codeOf(mobile))).status).toBe(200);
  });

  it("send one more message out of fifty requests for a new code after the minute", async () => {
    const mobile = freshPhone();
    await service.subscribe({ name: "Ada", mobile });
    await service.age(mobile, 61);
    const answers = await many(50, () => service.subscribe({ name: "Ada", mobile }));
    expect(answers.filter((answer) => answer.json.data.code_sent)).toHaveLength(1);
    expect(await service.textsTo(mobile)).toHaveLength(2);
    expect((await service.verify(mobile, await service.codeOf(mobile))).status).toBe(200);
  });

  it("make one event out of fifty direct subscriptions", async () => {
    const mobile = freshPhone();
    const answers = await many(50, () => service.subscribe({ name: "Ada", mobile, double_opt_in: false }));
    expect(answers.filter((answer) => !answer.json.data.already)).toHaveLength(1);
    expect(await service.eventsOf(mobile)).toHaveLength(1);
  });

  it("give one response and one message to twenty calls with one Idempotency-Key", async () => {
    const mobile = freshPhone();
    const answers = await many(20, () => service.subscribe({ name: "Ada", mobile }, { key: `race-${mobile}` }));
    const statuses = new Set(answers.map((answer) => answer.status));
    expect([...statuses].every((status) => status === 200 || status === 409)).toBe(true);
    expect(await service.textsTo(mobile)).toHaveLength(1);
    const ok = answers.filter((answer) => answer.status === 200).map((answer) => JSON.stringify(answer.json));
    expect(new Set(ok).size).toBe(1);
  });

  it("end in one correctly reported state when subscribing, leaving and confirming collide", async () => {
    const mobile = freshPhone();
    await service.subscribe({ name: "Ada", mobile });
    const code = await service.codeOf(mobile);
    const [left, verified] = await Promise.all([
      service.post("/newsletter/unsubscribe", { mobile }),
      service.verify(mobile, code),
      service.subscribe({ name: "Ada", mobile, double_opt_in: false }),
    ]);
    const [membership] = await service.membershipsOf(mobile);
    const kinds = (await service.consentsOf(mobile)).map((one) => one.kind);
    expect(left.status).toBe(200);
    expect(kinds.filter((kind) => kind === "confirmed")).toHaveLength(verified.status === 200 ? 1 : 0);
    expect(membership.state).toBe(kinds.at(-1) === "left" ? "left" : "active");
  });

  it("do not lose a subscriber to a group that is being deleted", async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await service.group(`doomed ${round}`);
      const mobile = freshPhone();
      const [subscribed, removed] = await Promise.all([
        service.subscribe({ name: "Ada", mobile, group_id: id, double_opt_in: false }),
        service.call("DELETE", `/groups/${id}`),
      ]);
      expect([subscribed.status, removed.status].toSorted()).toEqual(removed.status === 200 ? [200, 400] : [200, 409]);
    }
  });

  it("of overlapping groups in any order do not deadlock", async () => {
    const ids = await many(6, (index) => service.group(`overlap ${index}`));
    const mobile = freshPhone();
    const answers = await many(30, (index) =>
      service.subscribe({
        name: `Ada ${index % 2}`,
        mobile,
        group_id: index % 2 ? ids : ids.toReversed(),
        double_opt_in: false,
      }),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(await service.membershipsOf(mobile)).toHaveLength(6);
  });
});
