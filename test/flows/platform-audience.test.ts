import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually } from "../support/engine.ts";
import { startHouse, type TestHouse } from "../support/house.ts";
import { startStandIn, type StandIn } from "../support/wordpress-stand-in.ts";

/** People who come, go and share numbers while a role of a site is being read. Pages of 2,000. */
const PEOPLE = 4_500;
const RECIPIENTS = "/tidings/v1/recipients";
let site: StandIn;
let house: TestHouse;
let sender: { as: { user: string; password: string } };

const phoneOf = (index: number): string => `+49152${String(10_000_000 + index)}`;

beforeAll(async () => {
  site = await startStandIn();
  const service = site.add("tidings-service", { capabilities: ["read", "svc_recipients"] });
  const { login, password } = site.add("sender", { capabilities: ["svc_sendsms", "svc_outbox"] });
  sender = { as: { user: login, password } };
  for (let index = 0; index < PEOPLE; index += 1) {
    site.add(`customer${index}`, { id: 1_000 + index, roles: ["customer"], phone: phoneOf(index) });
  }
  house = await startHouse({
    TIDINGS_PLATFORM: `wordpress+${site.url}?service=${service.login}:${service.password}&timeout=5`,
    TIDINGS_GATEWAY: "sandbox://default?receipt_ms=1&credit=1000000&keep=50000",
  });
});
afterAll(async () => {
  await house.end();
  await site.close();
});

async function sendTo(role_ids: readonly string[]) {
  const reply = await house.call("POST", "/send", { message: "Sale", role_ids }, sender);
  expect([reply.status, reply.body.data.state]).toEqual([200, "resolving"]);
  const id = reply.body.data.message_id as string;
  let data: any;
  await eventually(async () => {
    data = (await house.call("GET", `/messages/${id}`, undefined, sender)).body.data;
    return data.state === "completed" || data.state === "failed";
  }, 30_000);
  const sql =
    "select phone from deliveries where message_id = (select id from messages order by id desc limit 1) order by phone";
  const { rows } = await house.pool.query(sql);
  return { data, phones: rows.map(({ phone }) => phone as string) };
}

test("who shares a number, left, came, opted out or has a number that is none, changes nothing for the others", async () => {
  const user = (index: number) => site.users.get(1_000 + index)!;
  // The same phone on the first page and on the last, written in two ways.
  user(4_400).phone = ` ${phoneOf(3).replace("+49152", "0049 152 ")}`;
  user(5).phone = "call me";
  user(6).phone = null;
  await house.pool.query("insert into suppressions (phone, reason, source) values ($1, 'stop', 'test')", [phoneOf(7)]);
  // While the second page is read: somebody of the first leaves, somebody of the third leaves, two come.
  let pages = 0;
  site.state.before = (route) => {
    if (route !== RECIPIENTS) return;
    pages += 1;
    if (pages !== 2) return;
    site.users.delete(1_000);
    site.users.delete(1_000 + 4_450);
    site.add("late", { id: 90_000, roles: ["customer"], phone: "+4915190000000" });
    site.add("early", { id: 500, roles: ["customer"], phone: "+4915190000001" });
  };
  const { data, phones } = await sendTo(["customer"]);
  site.state.before = null;
  const left = [3, 5, 6, 7, 4_400, 4_450];
  const expected = Array.from({ length: PEOPLE }, (_, index) => index)
    .filter((index) => !left.includes(index) || index === 3)
    .map(phoneOf)
    .concat("+4915190000000");
  const reached = new Set(phones);
  expect(expected.filter((phone) => !reached.has(phone))).toEqual([]);
  expect(phones.length).toBe(reached.size);
  // The one who opted out may have a row; he is sent nothing.
  expect(phones.filter((phone) => !expected.includes(phone) && phone !== phoneOf(7))).toEqual([]);
  expect(data.recipients).toMatchObject({ accepted: expected.length, duplicates: 1, invalid: 2, suppressed: 1 });
}, 60_000);

test("the order in which roles are named, and one named twice or in another case, make no difference", async () => {
  for (const index of [0, 1, 2]) {
    site.add(`both${index}`, { roles: ["author", "editor"], phone: `+491519100000${index}` });
  }
  for (const role_ids of [
    ["author", "editor"],
    ["Editor", "AUTHOR", "author"],
  ]) {
    expect((await sendTo(role_ids)).phones).toEqual([0, 1, 2].map((index) => `+491519100000${index}`));
  }
});

test("a site that was restored, with other ids for its people, gets nobody two texts of one message", async () => {
  for (let index = 0; index < 2_500; index += 1) {
    site.add(`writer${index}`, { id: 200_000 + index, roles: ["contributor"], phone: `+49153${10_000_000 + index}` });
  }
  let pages = 0;
  site.state.before = (route) => {
    if (route !== RECIPIENTS || (pages += 1) !== 2) return;
    const moved = [...site.users.values()].filter(({ roles }) => roles.includes("contributor"));
    for (const one of moved) site.users.delete(one.id);
    for (const one of moved) site.add(one.login, { ...one, id: one.id + 100_000 });
  };
  const { phones } = await sendTo(["contributor"]);
  site.state.before = null;
  expect([phones.length, new Set(phones).size]).toEqual([2_500, 2_500]);
}, 60_000);
