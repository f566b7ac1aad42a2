import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

/** The spelling for calls, and the one for texts. */
const spellings = (last: string) => [`+54 9 11 2345 ${last}`, `+54 11 2345 ${last}`] as const;
const stored = (last: string) => `+549112345${last}`;
const subscribe = (mobile: string) =>
  service.call("POST", "/newsletter", { name: "Ada", mobile, double_opt_in: false });
const send = async (numbers: readonly string[]) =>
  (await service.call("POST", "/send", { message: "Hi", numbers })).body;
const listed = async () =>
  (await service.pool.query<{ phone: string }>("select phone from suppressions order by 1")).rows.map(
    ({ phone }) => phone,
  );

test("a person who is named under both spellings gets one text", async () => {
  const { data } = await send(spellings("0001"));
  expect(data.recipients).toMatchObject({ matched: 2, accepted: 1, duplicates: 1 });
  const { rows } = await service.pool.query("select phone from deliveries where message_id = $1", [
    data.message_id.slice(4),
  ]);
  expect(rows).toEqual([{ phone: stored("0001") }]);
});

test("a person who subscribes under both spellings is one subscriber, and leaves under either", async () => {
  const [called, texted] = spellings("0002");
  const first = await subscribe(called);
  const second = await subscribe(texted);
  expect(second.body.data.subscriber.id).toBe(first.body.data.subscriber.id);
  await service.call("POST", "/newsletter/unsubscribe", { mobile: texted });
  const { rows } = await service.pool.query("select state from memberships where phone = $1", [stored("0002")]);
  expect(rows).toEqual([{ state: "left" }]);
});

test("an opt-out under either spelling binds the other, and is lifted under either", async () => {
  for (const [at, given] of spellings("0003").entries()) {
    const other = spellings("0003")[1 - at]!;
    expect((await service.call("POST", "/suppressions", { number: given, reason: "asked" })).status).toBe(201);
    expect((await send([other])).code).toBe("no_recipients");
    const consent = { consent_by: "owner", consent_at: new Date().toISOString(), consent_evidence: "letter" };
    const lifted = await service.call("DELETE", `/suppressions/${encodeURIComponent(other)}`, {
      reason: "x",
      ...consent,
    });
    expect([lifted.status, await listed()]).toEqual([200, []]);
  }
});
