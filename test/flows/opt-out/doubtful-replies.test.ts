import { afterAll, beforeAll, expect, test } from "vitest";

import { startReplies } from "../../support/people/opt-outs.ts";

let people: Awaited<ReturnType<typeof startReplies>>;
beforeAll(async () => {
  people = await startReplies();
});
afterAll(() => people.end());

/** Checks again now instead of after ten minutes. */
const lookAgain = (): Promise<unknown> => people.service.pool.query("update retries set due = now()");
const retriesOf = async (phone: string): Promise<number> =>
  (await people.service.pool.query("select from retries where phone = $1 and due > now()", [phone])).rowCount!;

test("after a reply that may ask to stop, marketing waits and everything else is sent", async () => {
  const phone = "+4915112391001";
  await people.reply(phone, "How do I stop this?");
  expect(await people.listed(phone)).toMatchObject([{ kind: "maybe_opt_out", source: "main" }]);
  const marketing = await people.send(phone, { category: "marketing", message: "20 % off" });
  const other = await people.send(phone, { category: "transactional", message: "Your parcel" });
  await expect.poll(() => people.stateOf(other)).toBe("sent");
  await expect.poll(() => retriesOf(phone)).toBe(1);
  expect(await people.stateOf(marketing)).toBe("queued");
  expect(people.received(phone).map(({ text }) => text)).toEqual(["Your parcel"]);
});

test("when a person decides that it was no opt-out, what waited is sent, once", async () => {
  const phone = "+4915112391002";
  await people.reply(phone, "Do not stop by, but STOP calling before ten");
  const id = await people.send(phone, { category: "marketing" });
  await expect.poll(() => retriesOf(phone)).toBe(1);
  await lookAgain();
  await expect.poll(() => retriesOf(phone)).toBe(1);
  expect(people.received(phone)).toEqual([]);
  const [entry] = await people.listed(phone);
  const lifted = await people.service.call("DELETE", `/suppressions/${entry!.id}`, { reason: "Meant the calls" });
  expect(lifted.status).toBe(200);
  await lookAgain();
  await expect.poll(() => people.stateOf(id)).toBe("sent");
  expect(people.received(phone)).toHaveLength(1);
});

test("when a person decides that it was an opt-out, or it is followed by STOP, what waited is never sent", async () => {
  for (const [phone, decide] of [
    [
      "+4915112391003",
      (number: string) =>
        people.service.call("POST", "/suppressions", { number, kind: "opt_out", reason: "Wants nothing" }),
    ],
    ["+4915112391004", (number: string) => people.reply(number, "STOP")],
  ] as const) {
    await people.reply(phone, "not interested");
    const id = await people.send(phone, { category: "marketing" });
    await expect.poll(() => retriesOf(phone)).toBe(1);
    await decide(phone);
    expect((await people.listed(phone)).map(({ kind }) => kind)).toEqual(["opt_out"]);
    await lookAgain();
    await expect.poll(() => people.stateOf(id)).toBe("suppressed");
    expect(people.received(phone)).toEqual([]);
  }
});

test("START decides it as well, and marketing that waits longer than it is valid expires", async () => {
  const phone = "+4915112391005";
  await people.reply(phone, "no thanks");
  const id = await people.send(phone, { category: "marketing" });
  await expect.poll(() => retriesOf(phone)).toBe(1);
  await people.service.pool.query("update messages set valid_until = now() where id = $1", [id.replace("msg_", "")]);
  await lookAgain();
  await expect.poll(() => people.stateOf(id)).toBe("expired");
  await people.reply(phone, "START");
  expect(await people.listed(phone)).toEqual([]);
  const next = await people.send(phone, { category: "marketing" });
  await expect.poll(() => people.stateOf(next)).toBe("sent");
});

test("YES lifts nothing, unless a question is open", async () => {
  const phone = "+4915112391006";
  await people.reply(phone, "STOP");
  await people.reply(phone, "YES");
  expect(await people.listed(phone)).toHaveLength(1);
  const asked = "+4915112391007";
  await people.reply(asked, "no thanks");
  await people.service.call("POST", "/newsletter", { name: "A", mobile: asked });
  await people.reply(asked, "Yes");
  expect(await people.listed(asked)).toEqual([]);
});

test("STOP with the name of the sender, as the footer has it, is an opt-out; with another name a person decides", async () => {
  await people.service.call("PATCH", "/settings", { opt_out: { sender_name: "Acme Tea" } });
  const [named, other] = ["+4915112391077", "+4915112391078"];
  await people.reply(named, "STOP ACME TEA");
  await people.reply(other, "STOP Readers");
  expect(await people.listed(named)).toMatchObject([{ kind: "opt_out" }]);
  expect(await people.listed(other)).toMatchObject([{ kind: "maybe_opt_out" }]);
  await people.service.call("PATCH", "/settings", { opt_out: { sender_name: null } });
});
