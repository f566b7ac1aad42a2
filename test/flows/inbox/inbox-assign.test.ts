import { afterAll, beforeAll, expect, test } from "vitest";

import type { Json } from "../../support/service/api.ts";
import { startTestService, type Credentials, type TestService } from "../../support/service/test-service.ts";
import { watchEvents } from "../../support/service/watch-events.ts";

let service: TestService;
let [ada, bob]: Credentials[] = [];
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "GB" });
  [ada, bob] = [await service.userWith("svc_inbox"), await service.userWith("svc_inbox")];
});
afterAll(() => service.end());

const receive = (sender: string, body = "Hello") =>
  service.pool.query("insert into inbox (gateway, sender, recipient, body) values ('main', $1, '13013', $2)", [
    sender,
    body,
  ]);
const assign = (as: Credentials, number: string, body: object) =>
  service.call("POST", `/inbox/threads/${encodeURIComponent(number)}/assign`, body, { as });
const assigneeOf = async (number: string): Promise<string | null> =>
  (await service.call("GET", `/inbox/threads/${encodeURIComponent(number)}`)).body.data.assignee?.username ?? null;
const listed = async (as: Credentials, assigned: string): Promise<string[]> =>
  (await service.call("GET", `/inbox/threads?assigned=${assigned}`, undefined, { as })).body.data.items.map(
    ({ number }: Json) => number,
  );

test("a thread that a user takes is theirs in both views, stays it when more is received, and can be given back", async () => {
  const number = "+447700900201";
  await receive(number);
  expect((await assign(ada!, "07700 900201", { to: "me" })).body.data).toMatchObject({
    number,
    assignee: { username: ada!.user, principal: expect.stringMatching(/^builtin:\d+$/) },
  });
  await receive(number, "Hello again");
  expect(await assigneeOf(number)).toBe(ada!.user);
  expect(await listed(ada!, "me")).toContain(number);
  for (const [as, assigned] of [
    [bob!, "me"],
    [ada!, "nobody"],
  ] as const)
    expect(await listed(as, assigned)).not.toContain(number);
  expect((await assign(ada!, number, { to: "nobody" })).body.data.assignee).toBeNull();
  expect(await assigneeOf(number)).toBeNull();
  expect(await listed(bob!, "nobody")).toContain(number);
});

test("of two users who take a thread at the same moment one has it, and the other is refused with their name", async () => {
  for (let nth = 0; nth < 20; nth += 1) {
    const number = `+4477009003${String(nth).padStart(2, "0")}`;
    await receive(number);
    const replies = await Promise.all([ada!, bob!].map((as) => assign(as, number, { to: "me" })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = replies[0]!.status === 200 ? ada!.user : bob!.user;
    expect(await assigneeOf(number)).toBe(winner);
    const { body } = replies.find(({ status }) => status === 409)!;
    expect(body).toMatchObject({ code: "conflict", message: expect.stringContaining(`assigned to ${winner}`) });
  }
});

test("a thread of another user is taken or given back only on purpose", async () => {
  const number = "+447700900202";
  await receive(number);
  await assign(ada!, number, { to: "me" });
  for (const to of ["me", "nobody"]) expect((await assign(bob!, number, { to })).status).toBe(409);
  expect(await assigneeOf(number)).toBe(ada!.user);
  expect((await assign(bob!, number, { to: "me", replace: true })).status).toBe(200);
  expect((await assign(ada!, number, { to: "nobody", replace: true })).status).toBe(200);
  expect(await assigneeOf(number)).toBeNull();
});

test("a number that nobody wrote from, another value and a user without the inbox are refused", async () => {
  expect((await assign(ada!, "+447700900299", { to: "me" })).status).toBe(404);
  const number = "+447700900203";
  await receive(number);
  for (const body of [{}, { to: "ada" }, { to: null }, { to: "me", replace: "perhaps" }])
    expect([body, (await assign(ada!, number, body)).status]).toEqual([body, 400]);
  expect((await assign(await service.userWith("svc_sendsms"), number, { to: "me" })).status).toBe(403);
  expect(await assigneeOf(number)).toBeNull();
});

test("those who watch the inbox hear of an assignment, without a number, and of nothing that stays as it is", async () => {
  const number = "+447700900204";
  await receive(number);
  const logged = async (): Promise<number> =>
    (await service.pool.query("select count(*)::int as count from events where kind = 'inbox.assigned'")).rows[0].count;
  const watching = await watchEvents(service, "?topics=inbox", { as: bob! });
  const before = await logged();
  await assign(ada!, number, { to: "me" });
  await watching.until(() => watching.events.some(({ data }) => data.topic === "inbox"));
  expect(JSON.stringify(watching.events)).not.toContain("900204");
  await assign(ada!, number, { to: "me" });
  await assign(bob!, number, { to: "me" });
  expect((await logged()) - before).toBe(1);
  await watching.leave();
});

test("with the last message of a person, who took care of them is gone, too", async () => {
  const number = "+447700900205";
  await receive(number);
  await assign(ada!, number, { to: "me" });
  await service.pool.query("update inbox set sender = '[erased]', body = '' where sender = $1", [number]);
  expect(await listed(ada!, "me")).not.toContain(number);
  await receive(number);
  expect(await assigneeOf(number)).toBeNull();
});
