import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { numbers } from "../../support/engine/engine.ts";
import { compatCalls } from "../../support/service/compat.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE", TIDINGS_COMPAT: "wpsms" }, { workerLoops: false });
});
afterAll(() => service.end());

let next = 810_000;
const freshPhone = (): string => numbers(1, (next += 1))[0]!;
const define = async (body: object) => {
  const answer = await service.call("POST", "/fields", body);
  expect(answer.status).toBe(201);
  return answer.body.data;
};
const add = (more: object) =>
  service.call("POST", "/subscribers", { name: "Ada", mobile: freshPhone(), double_opt_in: false, ...more });
const refused = (answer: { status: number; body: any }) => [answer.status, answer.body.data.params];

describe("a field", () => {
  test("is created with its address, shown, listed, changed, and deleted while it has no values", async () => {
    const made = await service.call("POST", "/fields", { key: "shoe", type: "choice", choices: ["left", "Right"] });
    expect([made.status, made.headers.get("location")]).toEqual([201, "/svc/v1/fields/shoe"]);
    expect(made.body.data).toMatchObject({ key: "shoe", label: "shoe", required: false, archived: false });
    const changed = await service.call("PATCH", "/fields/shoe", { label: "Shoe", choices: ["left", "Right", "both"] });
    expect(changed.body.data).toMatchObject({ label: "Shoe", choices: ["left", "Right", "both"] });
    const list = await service.call("GET", "/fields?archived=false");
    expect(list.body.data.items).toContainEqual(changed.body.data);
    expect((await service.call("DELETE", "/fields/shoe")).status).toBe(200);
    expect((await service.call("GET", "/fields/shoe")).status).toBe(404);
  });

  test("needs a unique key, choices exactly if it is a choice, and keeps its type", async () => {
    await define({ key: "once", type: "text" });
    expect((await service.call("POST", "/fields", { key: "once", type: "text" })).body.code).toBe("conflict");
    const without = await service.call("POST", "/fields", { key: "c1", type: "choice" });
    expect(without.body.data.details[0]).toMatchObject({ field: "choices", code: "required" });
    const surplus = await service.call("POST", "/fields", { key: "c2", type: "text", choices: ["a"] });
    expect(surplus.body.data.details[0]).toMatchObject({ field: "choices", code: "not_together" });
    const twice = await service.call("POST", "/fields", { key: "c3", type: "choice", choices: ["a", "A"] });
    expect(twice.body.data.details[0]).toMatchObject({ field: "choices", code: "taken" });
    const typed = await service.call("PATCH", "/fields/once", { type: "number" });
    expect(typed.body.data.details[0]).toMatchObject({ field: "type", code: "unknown_parameter" });
  });

  test("checks its values and writes them in one form, on every way in", async () => {
    await define({ key: "age", type: "number" });
    await define({ key: "born", type: "date" });
    await define({ key: "size", type: "choice", choices: ["Small", "Large"] });
    await define({ key: "member", type: "yes_no" });
    const fields = { age: " 42 ", born: "2001-02-28", size: "large", member: "yes", nick: " x " };
    const stored = { age: 42, born: "2001-02-28", size: "Large", member: true, nick: " x " };
    const made = await add({ custom_fields: fields });
    expect(made.body.data.custom_fields).toEqual(stored);
    const bad = { age: "many", born: "2001-02-30", size: "Medium", member: "perhaps" };
    const codes = {
      "custom_fields.age": "must be a number",
      "custom_fields.born": "is not a day written YYYY-MM-DD",
      "custom_fields.member": "must be true or false",
      "custom_fields.size": "must be one of Small, Large",
    };
    const id = made.body.data.id;
    const newcomer = { name: "Ada", mobile: freshPhone(), custom_fields: bad };
    expect(refused(await service.call("POST", "/subscribers", newcomer))).toMatchObject([400, codes]);
    expect(refused(await service.call("POST", "/newsletter", newcomer))).toMatchObject([400, codes]);
    expect(refused(await service.call("PATCH", `/subscribers/${id}`, { custom_fields: bad }))).toMatchObject([
      400,
      codes,
    ]);
    const wpsms = compatCalls(() => service);
    const plugin = await wpsms("POST", "/subscribers", { ...newcomer, group_id: 1 });
    expect(plugin.status).toBe(400);
    const { rows } = await service.pool.query("select 1 from subscribers where phone = $1", [newcomer.mobile]);
    expect(rows).toEqual([]);
    expect((await service.call("GET", `/subscribers/${id}`)).body.data.custom_fields).toEqual(stored);
  });

  test("that is required refuses a newcomer without it, and not a change of something else", async () => {
    const before = await add({});
    await define({ key: "consent_form", type: "text", required: true });
    try {
      expect(refused(await add({}))).toMatchObject([400, { "custom_fields.consent_form": "is required" }]);
      expect(refused(await add({ custom_fields: { consent_form: "  " } }))[0]).toBe(400);
      expect((await add({ custom_fields: { consent_form: "A7" } })).status).toBe(201);
      const path = `/subscribers/${before.body.data.id}`;
      expect((await service.call("PATCH", path, { name: "Bob" })).status).toBe(200);
      expect((await service.call("PATCH", path, { custom_fields: { other: 1 } })).status).toBe(400);
    } finally {
      await service.call("PATCH", "/fields/consent_form", { required: false });
    }
  });

  test("that is archived keeps its values through every change and accepts no new one", async () => {
    await define({ key: "team", type: "text" });
    const made = await add({ custom_fields: { team: "red", other: "1" } });
    const path = `/subscribers/${made.body.data.id}`;
    expect((await service.call("PATCH", "/fields/team", { archived: true })).body.data.archived).toBe(true);
    const changed = await service.call("PATCH", path, { custom_fields: { other: "2" } });
    expect(changed.body.data.custom_fields).toEqual({ team: "red", other: "2" });
    const refusal = await service.call("PATCH", path, { custom_fields: { team: "blue" } });
    expect(refusal.body.data.details[0]).toMatchObject({ field: "custom_fields.team", code: "archived_field" });
    // Read, and written back.
    expect((await service.call("PATCH", path, { custom_fields: { team: "red" } })).status).toBe(200);
    expect((await service.call("DELETE", "/fields/team")).body.code).toBe("conflict");
    await service.call("PATCH", "/fields/team", { archived: false });
    const restored = await service.call("PATCH", path, { custom_fields: { team: "blue" } });
    expect(restored.body.data.custom_fields).toEqual({ team: "blue" });
  });

  test("refuses a NUL that JSON text in a form hides in an escape", async () => {
    const hidden = JSON.stringify({ note: "a\0b" });
    const form = new URLSearchParams({ name: "Ada", mobile: freshPhone(), custom_fields: hidden });
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await service.call("POST", "/subscribers", undefined, { raw: String(form), headers });
    expect([answer.status, answer.body.data.details[0].field]).toEqual([400, "custom_fields.note"]);
  });

  test("keeps a choice that is in use", async () => {
    await define({ key: "tier", type: "choice", choices: ["gold", "tin"] });
    await add({ custom_fields: { tier: "gold" } });
    expect((await service.call("PATCH", "/fields/tier", { choices: ["tin"] })).body.code).toBe("conflict");
    expect((await service.call("PATCH", "/fields/tier", { choices: ["gold"] })).status).toBe(200);
  });
});

describe("a subscriber", () => {
  test("has a language and a time zone, which are checked and can be removed", async () => {
    const made = await add({ locale: "pt-br", time_zone: "Europe/Lisbon" });
    expect(made.body.data).toMatchObject({ locale: "pt-BR", time_zone: "Europe/Lisbon" });
    const path = `/subscribers/${made.body.data.id}`;
    const named = await service.call("PATCH", path, { name: "Bea" });
    expect(named.body.data).toMatchObject({ locale: "pt-BR", time_zone: "Europe/Lisbon" });
    const cleared = await service.call("PATCH", path, { locale: null });
    expect(cleared.body.data).toMatchObject({ locale: null, time_zone: "Europe/Lisbon" });
    for (const wrong of [{ locale: "not a tag" }, { time_zone: "Mars/Base" }, { time_zone: "+02:00" }]) {
      expect((await service.call("PATCH", path, wrong)).status).toBe(400);
    }
  });
});
