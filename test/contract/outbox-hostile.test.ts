import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.call("POST", "/send", { message: "Hello", numbers: ["+4915112360001", "+4915112360002"] });
});
afterAll(() => service.end());

test("any valid calendar day can be requested", async () => {
  for (const query of [
    "date_to=9999-12-31",
    "date_from=0000-01-01",
    "date_from=0000-01-01&date_to=9999-12-31",
    "date_from=0000-01-01T00:00:00Z",
    "date_to=9999-12-31T23:59:59.999999999-23:59",
    "date_from=0001-01-01&recipient=%2B4915112360001",
    "date_to=9999-12-31&orderby=sender",
    "date_to=9999-12-31&search=hello",
    "date_from=1969-07-20&date_to=9999-12-31&status=failed",
  ]) {
    const answer = await service.call("GET", `/outbox?${query}`);
    expect([query, answer.status, answer.body.message]).toEqual([query, 200, expect.stringMatching(/^\d+ entr/)]);
  }
  const all = await service.call("GET", "/outbox?date_from=0000-01-01&date_to=9999-12-31");
  expect([all.body.data.items.length, all.body.data.stats.total]).toEqual([2, 2]);
});

test("a forged cursor is refused or finds only what its caller could have requested, and is never a server error", async () => {
  const filter = { from: null, to: null, recipient: null, messageId: null, gateway: null, search: null, status: "all" };
  const counts = { total: 1, success: 0, failed: 0, capped: false };
  const key = { messageId: "01930000-0000-7000-8000-000000000000", phone: "+4915112360001" };
  const cursor = { v: 1, filter, orderBy: "date", descending: true, key, value: "", until: null, counts };
  const forged: readonly object[] = [
    cursor,
    { ...cursor, orderBy: "sender", until: 8.64e15 },
    { ...cursor, orderBy: "sender", until: -8.64e15 },
    { ...cursor, orderBy: "status", value: "x".repeat(250), until: 281_474_976_710_655 },
    { ...cursor, filter: { ...filter, to: 8.64e15 } },
    { ...cursor, filter: { ...filter, from: -8.64e15, to: 8.64e15 }, descending: false },
    { ...cursor, filter: { ...filter, status: "__proto__" } },
    { ...cursor, key: { ...key, messageId: "ffffffff-ffff-ffff-ffff-ffffffffffff" } },
    { ...cursor, orderBy: "recipient", key: { ...key, messageId: "ffffffff-ffff-ffff-ffff-ffffffffffff" } },
    { ...cursor, counts: { ...counts, total: Number.MAX_SAFE_INTEGER } },
    { ...cursor, extra: 1 },
    [cursor],
  ];
  for (const one of forged) {
    const text = Buffer.from(JSON.stringify(one)).toString("base64url");
    const answer = await service.call("GET", `/outbox?cursor=${text}`);
    expect([200, 400], JSON.stringify([one, answer.body])).toContain(answer.status);
  }
  for (const text of ["e30", "bnVsbA", "%00", "a".repeat(10_000), "../..", "W10", "MQ"]) {
    expect((await service.call("GET", `/outbox?cursor=${text}`)).status).toBe(400);
  }
});

test("pattern characters are searched literally", async () => {
  for (const search of ["%", "_", "\\", "\\%", "%%%%%", "'", "--", "[", "(?="]) {
    const answer = await service.call("GET", `/outbox?search=${encodeURIComponent(search)}`);
    expect([search, answer.status, answer.body.data.items.length]).toEqual([search, 200, 0]);
  }
});

test("for a one-time password the log shows neither the body nor a provider's echo of it", async () => {
  const sent = await service.call("POST", "/send", {
    message: "Code 314159",
    numbers: ["+4915112360003"],
    category: "otp",
  });
  const query = `/outbox?message_id=${sent.body.data.message_id}`;
  await expect.poll(async () => (await service.call("GET", query)).body.data.items[0].status).toBe("success");
  await service.pool.query("update deliveries set response = 'took: Code 314159' where phone = '+4915112360003'");
  const answer = await service.call("GET", query);
  expect(answer.body.data.items).toHaveLength(1);
  expect(JSON.stringify(answer.body)).not.toContain("314159");
});
