import { afterAll, beforeAll, expect, test } from "vitest";

import { startReplies } from "../../support/people/opt-outs.ts";

let people: Awaited<ReturnType<typeof startReplies>>;
beforeAll(async () => {
  people = await startReplies({ workerLoops: false });
  const sandbox = { name: "play", kind: "sandbox", settings: {}, in_default_route: false };
  expect((await people.service.call("POST", "/gateways", sandbox)).status).toBe(201);
  expect((await people.service.call("GET", "/gateways/play")).status).toBe(200);
});
afterAll(() => people.end());

const reply = (from: string, text: string, headers = {}) =>
  people.service.call("POST", "/sandbox/replies", { from, text }, { headers });
/** A person's own reply, as the provider of the gateway `main` reports it. */
const really = (from: string, text: string) => people.reply(from, text);
const suppressions = (phone: string) => people.listed(phone);

test("a simulated START lifts a simulated opt-out, and no real one", async () => {
  const [played, real, both] = ["+4915112345601", "+4915112345602", "+4915112345603"];
  await reply(played, "STOP");
  expect(await suppressions(played)).toMatchObject([{ source: "sandbox:play" }]);
  await reply(played, "START");
  expect(await suppressions(played)).toEqual([]);

  await really(real, "STOP");
  await reply(real, "STOP");
  await reply(real, "START");
  expect(await suppressions(real)).toMatchObject([{ kind: "opt_out", source: "main" }]);

  // The person's own words replace what was simulated before them.
  await reply(both, "STOP");
  await really(both, "STOP");
  await reply(both, "START");
  expect(await suppressions(both)).toMatchObject([{ kind: "opt_out", source: "main" }]);
  await really(both, "START");
  expect(await suppressions(both)).toEqual([]);
});

test("an opt-out that an operator records replaces a simulated one, so that no START in the sandbox lifts it", async () => {
  const [alone, listed] = ["+4915112345608", "+4915112345609"];
  for (const phone of [alone, listed]) await reply(phone, "STOP");
  const { service } = people;
  expect(
    (await service.call("POST", "/suppressions", { number: alone, kind: "opt_out", reason: "by phone" })).status,
  ).toBe(201);
  const list = { numbers: [listed], kind: "opt_out", reason: "of the old system" };
  expect((await service.call("POST", "/suppressions/import", list)).body.data).toMatchObject({ added: 1, already: 0 });
  for (const phone of [alone, listed]) {
    await reply(phone, "START");
    expect(await suppressions(phone)).toMatchObject([{ kind: "opt_out", source: "api" }]);
  }
});

test("the consent ledger names who simulated a reply", async () => {
  const phone = "+4915112345604";
  const subscriber = { name: "Ada", mobile: phone, double_opt_in: false };
  const { id } = (await people.service.call("POST", "/subscribers", subscriber)).body.data;
  await reply(phone, "STOP");
  await reply(phone, "START");
  const { items } = (await people.service.call("GET", `/subscribers/${id}/consents`)).body.data;
  const by = expect.stringContaining("builtin:");
  expect(items.slice(0, 2)).toMatchObject([
    { kind: "lifted", source: "sandbox", actor: by },
    { kind: "blocked", source: "sandbox", actor: by },
  ]);
});

test("a doubt that a person left survives a simulated STOP and START", async () => {
  const phone = "+4915112345605";
  await really(phone, "please do not send me such messages, stop it");
  const before = await suppressions(phone);
  expect(before).toMatchObject([{ kind: "maybe_opt_out", source: "main" }]);
  await reply(phone, "STOP");
  await reply(phone, "START");
  expect(await suppressions(phone)).toEqual(before);
});

test("a repeat with the same key is stored once and gets the same response", async () => {
  const headers = { "idempotency-key": "reply-1" };
  const phone = "+4915112345606";
  const [first, second] = [await reply(phone, "Hello", headers), await reply(phone, "Hello", headers)];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body.data).toEqual(first.body.data);
  expect((await reply(phone, "Other", headers)).body.code).toBe("idempotency_mismatch");
  const { items } = (await people.service.call("GET", `/inbox?sender=${encodeURIComponent(phone)}`)).body.data;
  expect(items).toHaveLength(1);
});

test("a user who may change settings and no subscribers cannot end memberships by a simulated STOP", async () => {
  const phone = "+4915112345607";
  const subscriber = { name: "Ada", mobile: phone, double_opt_in: false };
  expect((await people.service.call("POST", "/subscribers", subscriber)).status).toBe(201);
  const as = await people.service.userWith("svc_setting");
  const body = { from: phone, text: "STOP" };
  expect((await people.service.call("POST", "/sandbox/replies", body, { as })).body.code).toBe("forbidden");
  expect(await suppressions(phone)).toEqual([]);
  const both = await people.service.userWith("svc_setting", "svc_subscribers");
  expect((await people.service.call("POST", "/sandbox/replies", body, { as: both })).status).toBe(200);
  expect(await suppressions(phone)).toHaveLength(1);
});
