import { afterAll, beforeAll, expect, test } from "vitest";

import { deliveriesOf, suppress } from "../../support/database/ledger.ts";
import { allowWithoutRecord } from "../../support/people/consents.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

/** The sandbox's phone that replies STOP to every message. */
const STOPS = "+15005550004";
const OTHER = "+4915112380001";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await allowWithoutRecord(service.pool);
});
afterAll(() => service.end());

const suppressed = async (phone: string): Promise<boolean> =>
  (await service.pool.query("select from suppressions where phone = $1", [phone])).rowCount === 1;
const received = async (phone: string): Promise<string[]> => {
  const answer = await service.call("GET", `/sandbox/messages?per_page=100&to=${encodeURIComponent(phone)}`);
  return answer.body.data.items.map((item: { body: string }) => item.body);
};
const states = async (text: string): Promise<Record<string, string>> => {
  const { rows } = await service.pool.query<{ phone: string; state: string }>(
    "select phone, d.state from deliveries d join messages m on m.id = message_id where body = $1",
    [text],
  );
  return Object.fromEntries(rows.map((row) => [row.phone, row.state]));
};

test("after a STOP no selector, list or code reaches the number, and everyone else still gets the message", async () => {
  const group = (await service.call("POST", "/groups", { name: "Readers" })).body.data.id as number;
  for (const mobile of [STOPS, OTHER]) {
    const body = { name: "N", mobile, group_id: group, double_opt_in: false };
    expect((await service.call("POST", "/newsletter", body)).body.data.state).toBe("active");
  }
  const user = { username: "stops", email: "stops@example.test", name: "S", phone: STOPS, roles: ["author"] };
  const userId = (await service.call("POST", "/users", user)).body.data.id as number;
  expect((await service.call("POST", "/customers", { name: "C", phone: STOPS })).status).toBe(201);

  expect((await service.call("POST", "/send", { message: "first", numbers: [STOPS] })).status).toBe(200);
  await expect.poll(() => suppressed(STOPS)).toBe(true);
  expect(await received(STOPS)).toEqual(["first"]);

  for (const body of [
    { numbers: [STOPS] },
    { recipients: STOPS },
    { users: [userId] },
    { numbers: ["00 1 500 555 00 04"], category: "otp" },
    { numbers: [STOPS], category: "transactional" },
  ]) {
    const answer = await service.call("POST", "/send", { message: "alone", ...body });
    expect([answer.status, answer.body.code, answer.body.data.suppressed]).toEqual([400, "no_recipients", 1]);
  }
  expect(await states("alone")).toEqual({});

  const mixed = await service.call("POST", "/send", { message: "mixed", numbers: [STOPS, OTHER], users: [userId] });
  expect(mixed.body.data.recipients).toMatchObject({ accepted: 1, suppressed: 1, duplicates: 1 });
  const audiences: Record<string, object> = {
    groups: { group_ids: [group] },
    everyone: { group_ids: "all" },
    roles: { role_ids: ["author"] },
    shop: { recipients: ["customers"] },
    all: { group_ids: [group], users: [userId], role_ids: ["author"], numbers: [OTHER] },
  };
  for (const [message, audience] of Object.entries(audiences)) {
    const answer = await service.call("POST", "/send", { message, ...audience });
    expect([message, answer.status]).toEqual([message, 200]);
  }
  for (const message of Object.keys(audiences)) {
    const ended = async (): Promise<boolean> => {
      const sql = "select from messages where body = $1 and state in ('completed', 'failed')";
      return (await service.pool.query(sql, [message])).rowCount === 1;
    };
    await expect.poll(ended).toBe(true);
    expect([message, (await states(message))[STOPS] ?? "suppressed"]).toEqual([message, "suppressed"]);
  }
  expect(await received(STOPS)).toEqual(["first"]);
  expect(new Set(await received(OTHER))).toEqual(new Set(["mixed", "groups", "everyone", "all"]));

  for (const body of [{}, { double_opt_in: true }, { double_opt_in: false }, { group_id: group }]) {
    const answer = await service.call("POST", "/newsletter", { name: "Again", mobile: STOPS, ...body });
    expect([answer.status, answer.body.code]).toEqual([409, "not_in_this_state"]);
  }
  expect(await received(STOPS)).toEqual(["first"]);
});

test("messages queued before the STOP are blocked at the mark", async () => {
  const quiet = await startTestService({}, { workerLoops: false });
  try {
    expect((await quiet.call("POST", "/send", { message: "queued", numbers: [OTHER] })).status).toBe(200);
    await suppress(quiet.pool, OTHER);
    quiet.engine.start();
    const state = async (): Promise<string> => (await deliveriesOf(quiet.pool))[0]!.state;
    await expect.poll(state).toBe("suppressed");
    expect((await quiet.call("GET", "/sandbox/messages")).body.data.items).toEqual([]);
  } finally {
    await quiet.end();
  }
});

test("a code that was requested before the STOP confirms nothing after it", async () => {
  const mobile = "+4915112380009";
  await service.call("POST", "/newsletter", { name: "N", mobile });
  const text = async (): Promise<string> => (await received(mobile))[0] ?? "";
  await expect.poll(text).toMatch(/\d{6}/);
  await suppress(service.pool, mobile);
  const activation = /\d{6}/.exec(await text())![0];
  const answer = await service.call("POST", "/newsletter/verify", { mobile, activation });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  const { rows } = await service.pool.query("select state from memberships where phone = $1", [mobile]);
  expect(rows).toEqual([{ state: "pending" }]);
});
