import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "../../support/service/test-service.ts";

// A cursor of one list is meaningless in another: if accepted there, it would skip whatever it happens to be behind.

let service: TestService;
const cursors = new Map<string, string>();
/** With two entries each. */
const FULL = [
  "/webhooks",
  "/roles",
  "/users/1/application-passwords",
  "/groups",
  "/users",
  "/messages",
  "/subscribers",
];
const LISTS = [
  ...FULL,
  "/webhook",
  "/gateways",
  "/order-notices",
  "/sandbox/messages",
  "/inbox",
  "/schedules",
  "/outbox",
];
/** Two views of one list. */
const SAME: Readonly<Record<string, string>> = { "/webhook": "/webhooks" };

beforeAll(async () => {
  service = await startTestService({});
  for (const n of [1, 2]) {
    await service.call("POST", "/webhooks", { url: `http://127.0.0.1:9/${n}`, types: ["new_sms"] });
    await service.call("POST", "/users/1/application-passwords", { name: `Program ${n}` });
    await service.call("POST", "/users", { username: `user${n}`, email: `user${n}@example.com` });
    await service.call("POST", "/groups", { name: `Group ${n}` });
    await service.call("POST", "/subscribers", { name: "A", mobile: `+1500555010${n}` });
    await service.call("POST", "/send", { numbers: [`+1500555000${n}`], message: "Hello" });
  }
  for (const list of FULL) {
    const { body } = await service.call("GET", `${list}?per_page=1`);
    expect(body.data.pagination.next_cursor, list).toEqual(expect.any(String));
    cursors.set(list, body.data.pagination.next_cursor);
  }
});
afterAll(() => service.end());

test.each(LISTS)("%s refuses the cursors of other lists, and made-up ones", async (list) => {
  const made = ["x", "MQ", "bnVsbA", "Z2F0ZXdheSB4"].map((cursor) => ["made up", cursor] as const);
  for (const [from, cursor] of [...cursors, ...made]) {
    const { status, body } = await service.call("GET", `${list}?cursor=${cursor}`);
    const isOwn = from === (SAME[list] ?? list);
    expect([from, status, isOwn ? null : body.data.details[0]?.field]).toEqual([
      from,
      isOwn ? 200 : 400,
      isOwn ? null : "cursor",
    ]);
  }
});

test("a cursor of one user's passwords is refused for another's", async () => {
  const { status } = await service.call("GET", `/users/2/application-passwords?cursor=${cursors.get(FULL[2]!)}`);
  expect(status).toBe(400);
});
