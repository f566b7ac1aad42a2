import { afterAll, beforeAll, expect, test } from "vitest";

import { phoneOf } from "#gateways/adapters/sandbox";

import { suppress } from "../support/database/ledger.ts";
import { eventually, numbers } from "../support/engine/engine.ts";
import { allowWithoutRecord } from "../support/people/consents.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" });
  await allowWithoutRecord(service.pool);
});
afterAll(() => service.end());

const received = (text: string): string[] =>
  phoneOf(service.gateways.gateways[0]!.gateway)!
    .messages()
    .filter((sms) => sms.body === text)
    .map((sms) => sms.to)
    .toSorted();

async function messageOf(id: string) {
  const { rows } = await service.pool.query("select * from messages where id = $1", [id.replace("msg_", "")]);
  return rows[0];
}

/** Sends and waits until the message has ended. */
async function sendAll(body: Record<string, unknown>) {
  const answer = await service.call("POST", "/send", body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return eventually(async () => {
    const message = await messageOf(answer.body.data.message_id);
    return ["completed", "failed"].includes(message.state) && message;
  });
}

/** People of a group, written directly into the tables: subscribing is tested elsewhere. */
async function fill(group: string, phones: readonly string[], state = "active"): Promise<number> {
  const { rows } = await service.pool.query(
    "insert into groups (name) values ($1) on conflict (lower(name)) do update set name = excluded.name returning id",
    [group],
  );
  await service.pool.query(
    `with s as (insert into subscribers (phone, name) select p, p from unnest($2::text[]) p
       on conflict (phone) do update set name = excluded.name returning id, phone)
     insert into memberships (group_id, subscriber_id, phone, state) select $1, id, phone, $3::membership_state from s`,
    [rows[0].id, phones, state],
  );
  return rows[0].id;
}

test("everybody active in the groups gets it once, whatever the number of groups", async () => {
  const [a, b] = [await fill("A", numbers(2_500)), await fill("B", numbers(2_500, 2_000))];
  await fill("A", numbers(10, 900_000), "pending");
  await fill("A", numbers(10, 910_000), "left");
  const message = await sendAll({ group_ids: [a, b], message: "to groups" });
  expect(received("to groups")).toEqual(numbers(4_500));
  expect(message).toMatchObject({ state: "completed", accepted: 4_500, category: "marketing" });
});

test("groups, roles, users, customers and numbers are united and each person gets it once", async () => {
  const group = await fill("C", numbers(3, 20_000));
  await service.pool.query(
    "insert into users (username, email, name, phone, roles) select 'u' || n, 'u' || n || '@x.test', 'U', p, '{author}' from unnest($1::text[]) with ordinality k(p, n)",
    [[numbers(1, 20_000)[0], "0151 2000 3000", "no number at all", numbers(1, 20_005)[0]]],
  );
  for (const [index, phone] of [numbers(1, 20_001)[0], "+4915120009999"].entries()) {
    expect((await service.call("POST", "/customers", { name: `C${index}`, phone })).status).toBe(201);
  }
  const message = await sendAll({
    recipients: ["subscribers", "roles", "wc-customers", "numbers"],
    group_ids: [group],
    role_ids: ["AUTHOR"],
    numbers: [numbers(1, 20_002)[0], "+4915120008888"],
    message: "to all",
  });
  expect(received("to all")).toEqual(
    [...numbers(3, 20_000), "+4915120003000", numbers(1, 20_005)[0], "+4915120009999", "+4915120008888"].toSorted(),
  );
  expect(message).toMatchObject({ accepted: 7, invalid: 1, duplicates: 3, matched: 11 });
  const shown = await service.call("GET", `/messages/msg_${message.id}`);
  expect(shown.body.data).toMatchObject({
    state: "completed",
    recipients: { accepted: 7, invalid: 1, duplicates: 3, matched: 11, suppressed: 0 },
  });
  const states = Object.entries(shown.body.data.deliveries as Record<string, number>);
  expect(states.reduce((sum, [, count]) => sum + count, 0)).toBe(7);
  for (const id of ["msg_nonsense", "7", "msg_00000000-0000-7000-8000-000000000000"]) {
    expect((await service.call("GET", `/messages/${id}`)).status).toBe(404);
  }
});

test("a suppressed person in the audience is counted and not sent to", async () => {
  const group = await fill("D", numbers(3, 30_000));
  await suppress(service.pool, numbers(1, 30_001));
  const message = await sendAll({ group_ids: [group], message: "not to one" });
  expect(received("not to one")).toEqual([numbers(1, 30_000)[0], numbers(1, 30_002)[0]]);
  expect(message).toMatchObject({ accepted: 2, suppressed: 1 });
});

test("an audience without anyone ends as failed, with the reason", async () => {
  const group = await fill("Empty", []);
  const message = await sendAll({ group_ids: [group], message: "to nobody" });
  expect(message).toMatchObject({ state: "failed", reason: "no_recipients", accepted: 0 });
  const shown = await service.call("GET", `/messages/msg_${message.id}`);
  expect(shown.body.data).toMatchObject({ state: "failed", reason: "no_recipients", deliveries: {} });
});

test("everyone is only reached by group_ids all", async () => {
  const refused = await service.call("POST", "/send", { recipients: "subscribers", message: "x" });
  expect(refused.body.data.details[0]).toMatchObject({ field: "group_ids", code: "required" });
  const message = await sendAll({ group_ids: "all", message: "to everyone" });
  expect(message.accepted).toBe(new Set([...numbers(4_500), ...numbers(3, 20_000), ...numbers(3, 30_000)]).size - 1);
});
