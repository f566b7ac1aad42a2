import { afterAll, beforeAll, expect, test } from "vitest";

import { startReplies } from "../../support/people/opt-outs.ts";

let people: Awaited<ReturnType<typeof startReplies>>;
beforeAll(async () => {
  people = await startReplies();
  await people.set("opt_out", { scope: "sender" });
});
afterAll(() => people.end());

const SALES = "4930111111";
const SERVICE = "4930222222";
const NOBODY = "no_recipients";
const isSent = async (id: string): Promise<void> => {
  await expect.poll(() => people.stateOf(id)).toBe("sent");
};

test("a STOP to one sender leaves the others, whatever their category, in every way of sending", async () => {
  const phone = "+4915112392001";
  const group = (await people.service.call("POST", "/groups", { name: "Readers" })).body.data.id as number;
  const body = { name: "N", mobile: phone, group_id: group, double_opt_in: false };
  expect((await people.service.call("POST", "/newsletter", body)).status).toBe(200);
  await isSent(await people.send(phone, { sender: SALES }));
  await people.reply(phone, "STOP", `+${SALES}`);
  expect(await people.listed(phone)).toMatchObject([{ kind: "opt_out", sender: SALES }]);

  for (const category of ["marketing", "transactional", "otp"])
    expect(await people.send(phone, { sender: SALES, category })).toBe(NOBODY);
  for (const category of ["marketing", "transactional", "otp"])
    await isSent(await people.send(phone, { sender: SERVICE, category }));

  const toGroup = async (sender: string): Promise<string> =>
    (await people.service.call("POST", "/send", { message: "News", group_ids: [group], sender })).body.data.message_id;
  const [stopped, wanted] = [await toGroup(SALES), await toGroup(SERVICE)];
  await isSent(wanted);
  await expect.poll(() => people.stateOf(stopped)).toBe("suppressed");
});

test("a preview counts who would be suppressed by the same rule", async () => {
  const phone = "+4915112392011";
  await people.service.call("POST", "/suppressions", { number: phone, reason: "x", kind: "opt_out", sender: SALES });
  const suppressed = async (sender: string): Promise<number> => {
    const call = { message: "Hi", numbers: [phone, "+4915112392012"], sender };
    return (await people.service.call("POST", "/send/preview", call)).body.data.people.suppressed;
  };
  expect([await suppressed(SALES), await suppressed(SERVICE)]).toEqual([1, 0]);
});

test("a message without a sender counts as every sender's, because only the gateway determines its sender", async () => {
  const phone = "+4915112392002";
  await isSent(await people.send(phone, { sender: SALES }));
  await people.reply(phone, "STOP", SALES);
  expect(await people.send(phone)).toBe(NOBODY);
});

test("a STOP to a number that the person got nothing from, and STOP ALL, end everything", async () => {
  const [stranger, all] = ["+4915112392003", "+4915112392004"] as const;
  for (const phone of [stranger, all]) await isSent(await people.send(phone, { sender: SALES }));
  await people.reply(stranger, "STOP", "36180");
  await people.reply(all, "Stop all", SALES);
  for (const phone of [stranger, all]) {
    expect((await people.listed(phone)).map(({ sender }) => sender)).toEqual([null]);
    expect(await people.send(phone, { sender: SERVICE })).toBe(NOBODY);
  }
});

test("START to a sender lifts its STOP and one to all, but not another sender's", async () => {
  const phone = "+4915112392005";
  for (const sender of [SALES, SERVICE]) await isSent(await people.send(phone, { sender }));
  for (const sender of [SALES, SERVICE]) await people.reply(phone, "STOP", sender);
  await people.reply(phone, "START", SALES);
  await isSent(await people.send(phone, { sender: SALES }));
  expect(await people.send(phone, { sender: SERVICE })).toBe(NOBODY);
});

test("one number may be on the list several times, and a group message still has it once", async () => {
  const phone = "+4915112392006";
  for (const more of [{ sender: SALES }, { sender: SERVICE }, {}]) {
    const body = { number: phone, reason: "test", kind: "opt_out", ...more };
    expect((await people.service.call("POST", "/suppressions", body)).status).toBe(201);
  }
  const block = { number: phone, reason: "test", kind: "block" };
  expect((await people.service.call("POST", "/suppressions", block)).status).toBe(201);
  const other = "+4915112392007";
  const answer = await people.service.call("POST", "/send", { message: "Hi", numbers: [phone, other], sender: SALES });
  expect(answer.body.data.recipients).toMatchObject({ accepted: 1, suppressed: 1 });
});

test("calls that are accepted together are judged one by one, each by its own sender", async () => {
  const phone = "+4915112392008";
  await people.service.call("POST", "/suppressions", { number: phone, reason: "x", kind: "opt_out", sender: SALES });
  const senders = Array.from({ length: 20 }, (_, nth) => (nth % 2 === 0 ? SALES : SERVICE));
  const results = await Promise.all(senders.map((sender) => people.send(phone, { sender })));
  expect(results.map((one) => one === NOBODY)).toEqual(senders.map((sender) => sender === SALES));
});

test("the operator may let transactional messages and passwords pass an opt-out, but never a block", async () => {
  const [person, blocked] = ["+4915112392009", "+4915112392010"] as const;
  await people.service.call("POST", "/suppressions", { number: person, reason: "x", kind: "opt_out" });
  await people.service.call("POST", "/suppressions", { number: blocked, reason: "x" });
  await people.set("opt_out", { applies_to_transactional: false });
  await isSent(await people.send(person, { category: "transactional" }));
  expect(await people.send(person, { category: "otp" })).toBe(NOBODY);
  await people.set("opt_out", { applies_to_otp: false });
  await isSent(await people.send(person, { category: "otp" }));
  expect(await people.send(person, { category: "marketing" })).toBe(NOBODY);
  for (const category of ["transactional", "otp"]) expect(await people.send(blocked, { category })).toBe(NOBODY);
  await people.set("opt_out", { applies_to_transactional: true, applies_to_otp: true });
  expect(await people.send(person, { category: "transactional" })).toBe(NOBODY);
});

test("a STOP to a sender holds however a later message, or an entry of the list, writes that sender", async () => {
  const [person, reader] = ["+4915112392013", "+4915112392014"] as const;
  await isSent(await people.send(person, { sender: `+${SALES}` }));
  await people.reply(person, "STOP", SALES);
  for (const sender of [SALES, `+${SALES}`, `00${SALES}`]) expect(await people.send(person, { sender })).toBe(NOBODY);

  const entry = { number: reader, reason: "x", kind: "opt_out", sender: "Shop 7-11" };
  expect((await people.service.call("POST", "/suppressions", entry)).status).toBe(201);
  for (const sender of ["Shop 7-11", "SHOP 7-11"]) expect(await people.send(reader, { sender })).toBe(NOBODY);
});

test("a STOP is an answer to a message whose sender was written in another way", async () => {
  const phone = "+4915112392015";
  await isSent(await people.send(phone, { sender: `00${SALES}` }));
  await people.reply(phone, "STOP", `+${SALES}`);
  expect(await people.listed(phone)).toMatchObject([{ sender: SALES }]);
});

test("a STOP to a sender that texted the other number of the phone leaves the others, under both numbers", async () => {
  const [plain, nine] = ["+541123458001", "+5491123458001"] as const;
  const body = { name: "N", mobile: plain, group_id: 1, double_opt_in: false };
  expect((await people.service.call("POST", "/newsletter", body)).status).toBe(200);
  await isSent(await people.send(plain, { sender: SALES }));
  await people.reply(nine, "STOP", SALES);
  for (const phone of [plain, nine])
    expect(await people.listed(phone)).toMatchObject([{ kind: "opt_out", sender: SALES }]);
  await isSent(await people.send(plain, { sender: SERVICE }));
});
