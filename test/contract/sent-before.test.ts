import { afterAll, beforeAll, expect, test } from "vitest";

import { uuidv7 } from "#lib/ids";
import { hour } from "#lib/time";

import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
let groups: number[];

beforeAll(async () => {
  service = await startTestService();
  groups = [];
  for (const [nth, name] of ["A", "B", "C"].entries()) {
    const { id } = (await service.call("POST", "/groups", { name })).body.data;
    groups.push(id);
    const mobile = `+491511234570${nth}`;
    await service.call("POST", "/newsletter", { name: "Ada", mobile, group_id: [id], double_opt_in: false });
  }
});
afterAll(() => service.end());

const send = async (call: object): Promise<string> => (await service.call("POST", "/send", call)).body.data.message_id;
const preview = async (call: object) => (await service.call("POST", "/send/preview", call)).body.data;
const TO_SOME = expect.stringContaining("already sent to these recipients, or to some of them");
const TO_OTHERS = expect.stringContaining("You already sent this text");
const sentBefore = expect.stringContaining("already sent");
/** As if it had been sent so many hours earlier. */
const age = (id: string, hours: number) =>
  service.pool.query("update messages set id = $2 where id = $1", [
    id.replace("msg_", ""),
    uuidv7(Date.now() - hours * hour),
  ]);

test("a text that went to one of the groups a moment ago is named with the message that it repeats", async () => {
  const [a, b, c] = groups;
  const text = { message: "The library is closed today." };
  expect(await preview({ ...text, group_ids: [a] })).toMatchObject({ sent_before: null });
  const id = await send({ ...text, group_ids: [a, b] });
  const { sent_before: before, warnings } = await preview({ ...text, group_ids: [b, c] });
  expect(before).toEqual({ message_id: id, at: expect.stringMatching(/^\d{4}-.*Z$/) });
  expect(warnings).toContainEqual(TO_SOME);
  expect((await preview({ ...text, group_ids: "all" })).warnings).toContainEqual(TO_SOME);
  const toOthers = await preview({ ...text, group_ids: [c] });
  expect(toOthers.warnings).toContainEqual(TO_OTHERS);
  expect(toOthers.sent_before.message_id).toBe(id);
  const other = await preview({ message: "The library is open today.", group_ids: [a, b] });
  expect(other.sent_before).toBeNull();
  expect(other.warnings ?? []).not.toContainEqual(sentBefore);
});

test("a text to a number is a repeat for that number, and none for others: so one tries a text out", async () => {
  const text = { message: "Your order is ready." };
  const id = await send({ ...text, numbers: ["+4915112345710"] });
  expect((await preview({ ...text, numbers: ["+4915112345711", "+4915112345710"] })).sent_before?.message_id).toBe(id);
  expect((await preview({ ...text, numbers: ["+4915112345711"] })).sent_before).toBeNull();
  expect((await preview({ ...text, group_ids: [groups[0]] })).sent_before).toBeNull();
});

test("another person's text to other people is none of the caller's repeats", async () => {
  const text = { message: "Doors open at eight." };
  const id = await send({ ...text, group_ids: [groups[0]] });
  await service.pool.query("update messages set created_by = 'builtin:0' where id = $1", [id.replace("msg_", "")]);
  expect((await preview({ ...text, group_ids: [groups[1]] })).sent_before).toBeNull();
  expect((await preview({ ...text, group_ids: [groups[0]] })).sent_before?.message_id).toBe(id);
});

test("a user who may not read texts cannot find out by guessing what others wrote to a number", async () => {
  const clerk = await service.userWith("svc_sendsms");
  const text = { message: "Your results are in.", numbers: ["+4915112345715"] };
  await send(text);
  const guess = async () => (await service.call("POST", "/send/preview", text, { as: clerk })).body.data;
  const { sent_before: before, warnings } = await guess();
  expect(before).toBeNull();
  expect(warnings ?? []).not.toContainEqual(sentBefore);
  const own = (await service.call("POST", "/send", text, { as: clerk })).body.data.message_id;
  expect((await guess()).sent_before?.message_id).toBe(own);
});

test("nobody can guess a one-time password", async () => {
  const text = { message: "123456 is your code.", numbers: ["+4915112345716"] };
  await send({ ...text, category: "otp" });
  expect((await preview(text)).sent_before).toBeNull();
});

test("messages that left more than a day before this one leaves do not count, and neither do those that nobody got", async () => {
  const to = { group_ids: [groups[0]] };
  const sent = await send({ ...to, message: "See you on Friday." });
  const tomorrow = new Date(Date.now() + 26 * hour).toISOString();
  const soon = new Date(Date.now() + hour).toISOString();
  const later = { ...to, message: "See you on Friday." };
  expect((await preview({ ...later, schedule: soon })).sent_before?.message_id).toBe(sent);
  expect((await preview({ ...later, schedule: tomorrow })).sent_before).toBeNull();
  await age(sent, 25);
  expect((await preview(later)).sent_before).toBeNull();

  const canceled = await send({ ...to, message: "This was a mistake." });
  await service.pool.query("update messages set state = 'canceled', first_sent_at = null where id = $1", [
    canceled.replace("msg_", ""),
  ]);
  expect((await preview({ ...to, message: "This was a mistake." })).sent_before).toBeNull();
});

test("a campaign of this morning is found behind thousands of single messages", async () => {
  const to = { group_ids: [groups[2]], message: "Our summer sale begins." };
  const campaign = await send(to);
  await expect
    .poll(async () => {
      const { rowCount } = await service.pool.query("select 1 from message_totals where message_id = $1", [
        campaign.replace("msg_", ""),
      ]);
      return rowCount;
    })
    .toBeGreaterThan(0);
  const later = Array.from({ length: 2_100 }, () => uuidv7(Date.now()));
  await service.pool.query(
    `insert into messages (id, state, category, priority, route, body, encoding, segments, valid_until, created_by)
     select id, 'completed', 'transactional', 1, 'default', 'Hello', 'gsm7', 1, now(), 'test' from unnest($1::uuid[]) as l(id)`,
    [later],
  );
  expect((await preview(to)).sent_before?.message_id).toBe(campaign);
});
