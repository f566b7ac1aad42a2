import { afterAll, beforeAll, expect, test } from "vitest";

import { startReplies } from "../../support/people/opt-outs.ts";

let people: Awaited<ReturnType<typeof startReplies>>;
beforeAll(async () => {
  people = await startReplies();
});
afterAll(() => people.end());

const messages = async (phone: string): Promise<number> =>
  (await people.service.pool.query("select from deliveries where phone = $1", [phone])).rowCount!;

test("a STOP is not confirmed unless the operator says so, because most providers do that themselves", async () => {
  await people.reply("+4915112390001", "STOP");
  expect(await messages("+4915112390001")).toBe(0);
});

test("each change of state is confirmed once, from the number that the person wrote to, in their language", async () => {
  const phone = "+4915112390002";
  await people.set("opt_out", { confirm: true, sender_name: "Acme Tea" });
  await people.reply(phone, "STOP", "+4930123456", "same");
  await people.reply(phone, "STOP", "+4930123456", "same");
  await people.reply(phone, "Please stop!", "+4930123456");
  await expect.poll(() => people.received(phone).length).toBe(1);
  expect(people.received(phone)[0]).toMatchObject({ from: "4930123456" });
  expect(people.received(phone)[0]!.text).toMatch(/^Acme Tea: You are unsubscribed/);
  await people.reply(phone, "START", "+4930123456");
  await people.reply(phone, "Abmelden", "+4930123456");
  await expect.poll(() => people.received(phone).length).toBe(2);
  expect(people.received(phone)[1]!.text).toMatch(/^Acme Tea: Sie sind abgemeldet/);
  expect(await messages(phone)).toBe(2);
});

test("a confirmation is transactional, worthless after five minutes, and the only kind of message that passes", async () => {
  const phone = "+4915112390003";
  await people.reply(phone, "STOP");
  const { rows } = await people.service.pool.query(
    `select category, extract(epoch from valid_until - now())::int as seconds, m.created_by
     from messages m join deliveries d on d.message_id = m.id where d.phone = $1`,
    [phone],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ category: "transactional", created_by: "opt-out" });
  expect(rows[0].seconds).toBeGreaterThan(200);
  expect(rows[0].seconds).toBeLessThanOrEqual(300);
  for (const category of ["marketing", "transactional", "otp"])
    expect(await people.send(phone, { category })).toBe("no_recipients");
  expect(
    (await people.service.call("POST", "/send", { message: "x", numbers: [phone], answers_opt_out: true })).status,
  ).toBe(400);
});

test("a number that an operator blocked is not told that it has opted out", async () => {
  const number = "+4915112390004";
  const blocked = await people.service.call("POST", "/suppressions", { number, reason: "fraud" });
  expect(blocked.status).toBe(201);
  await people.reply(number, "STOP");
  expect((await people.listed(number)).map(({ kind }) => kind).toSorted()).toEqual(["block", "opt_out"]);
  expect(await messages(number)).toBe(0);
});

test("a STOP that is received four times at the same moment, under two ids, is confirmed once", async () => {
  const phone = "+4915112390005";
  await Promise.all([1, 2, 3, 4].map((nth) => people.reply(phone, "STOP", "ACME", `both ${nth % 2}`)));
  expect(await messages(phone)).toBe(1);
});

test("a STOP counts even if no answer to it can be stored, and so does a repetition of it", async () => {
  const phone = "+4915112390007";
  const { pool } = people.service;
  await pool.query("alter table messages add constraint no_answers check (created_by <> 'opt-out') not valid");
  try {
    await people.reply(phone, "STOP", "ACME", "unanswered");
    await people.reply(phone, "STOP", "ACME", "unanswered");
  } finally {
    await pool.query("alter table messages drop constraint no_answers");
  }
  expect(await people.listed(phone)).toHaveLength(1);
  expect(await messages(phone)).toBe(0);
  expect((await pool.query("select from inbox where sender = $1", [phone])).rowCount).toBe(1);
});

test("HELP is answered once an hour, also if two arrive at once, and not to a person who has opted out", async () => {
  const phone = "+4915112390006";
  await people.reply(phone, "HELP");
  expect(await messages(phone)).toBe(0);
  await people.set("opt_out", { help_text: { default: "{{sender}}: call 030 123456. STOP ends messages." } });
  await Promise.all(Array.from({ length: 5 }, () => people.reply(phone, "HELP")));
  await people.reply(phone, "info?");
  expect(await messages(phone)).toBe(1);
  await expect
    .poll(() => people.received(phone))
    .toEqual([{ from: "ACME", text: "Acme Tea: call 030 123456. STOP ends messages." }]);
  await people.service.pool.query("update help_replies set at = now() - interval '61 minutes'");
  await people.reply(phone, "HELP");
  expect(await messages(phone)).toBe(2);
  await people.reply(phone, "STOP");
  await people.service.pool.query("delete from help_replies");
  await people.reply(phone, "HELP");
  expect(await messages(phone)).toBe(3);
});

test("texts without a default are refused: some people would get none", async () => {
  for (const fields of [{ confirm_text: { de: "Ende" } }, { confirm_text: {} }, { help_text: { de: "Hilfe" } }]) {
    const answer = await people.service.call("PATCH", "/settings", { opt_out: fields });
    expect([answer.status, answer.body.code]).toEqual([400, "invalid_parameter"]);
  }
});
