import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { eventually } from "../support/service/processes.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

const ORIGIN = "https://www.example.com";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_GATEWAY: "sandbox://default?receipt_ms=5" });
  for (const [slug, more] of [
    ["news", { fields: [{ key: "city", label: "Town" }] }],
    ["odd", { fields: [{ key: "constructor", label: "Builder" }] }],
    ["closed", { enabled: false }],
    ["shy", { origins: [] }],
  ] as const) {
    const made = await service.call("POST", "/forms", {
      slug,
      title: "News",
      group_ids: [1],
      consent: "I agree.",
      origins: [ORIGIN],
      ...more,
    });
    expect(made.status).toBe(201);
  }
});
afterAll(() => service.end());

const at = `origin=${encodeURIComponent(ORIGIN)}`;
const send = async (fields: object, path = "/forms/news/page") =>
  service.call("POST", path, { origin: ORIGIN, ...fields });
const good = { version: "1", number: "+447700900101", consent: true, fields: { city: "Kiel" }, client_ip: "192.0.2.7" };
const codeFor = async (phone: string): Promise<string> => {
  let code = "";
  await eventually(async () => {
    const { body } = await service.call("GET", `/sandbox/messages?to=${encodeURIComponent(phone)}`);
    code = /\b(\d{6})\b/.exec(body.data.items[0]?.body ?? "")?.[1] ?? "";
    return code !== "";
  });
  return code;
};

describe("/forms/{slug}/page", () => {
  test("shows a form in its language, without the token that a public page needs", async () => {
    const { status, body } = await service.call("GET", `/forms/news/page?${at}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      kind: "form",
      locale: "en",
      title: "News",
      hidden: { version: "1" },
      consent: "I agree.",
      button: "Subscribe",
      issues: {},
    });
    expect(body.data.inputs.map(({ name }: { name: string }) => name)).toEqual(["number", "name", "field_city"]);
    expect(body.data.hidden).not.toHaveProperty("token");
  });

  test("a field may be named like a property of every object: it is empty until it is filled in", async () => {
    const { body } = await service.call("GET", `/forms/odd/page?${at}`);
    expect(body.data.inputs.at(-1)).toMatchObject({ name: "field_constructor" });
    expect(JSON.stringify(body.data.inputs)).not.toContain("native code");
    const sent = await send({ ...good, consent: false, fields: {} }, "/forms/odd/page");
    expect(Object.keys(sent.body.data.issues)).toEqual(["consent"]);
  });

  test("a closed form says so, one that does not list the origin refuses, and none is 404", async () => {
    expect((await service.call("GET", `/forms/closed/page?${at}`)).body.data).toMatchObject({
      kind: "closed",
      title: "This form is closed",
    });
    const refused = await service.call("GET", `/forms/shy/page?${at}`);
    expect(refused.body.data).toMatchObject({ kind: "refused", text: expect.stringContaining(ORIGIN) });
    expect(refused.body.data).not.toHaveProperty("inputs");
    expect((await service.call("GET", `/forms/none/page?${at}`)).status).toBe(404);
    expect((await service.call("GET", "/forms/news/page")).status).toBe(400);
    expect((await send(good, "/forms/closed/page")).body.data.kind).toBe("closed");
    expect((await send(good, "/forms/shy/page")).body.data.kind).toBe("refused");
    const as = await service.userWith("svc_sendsms", "svc_setting");
    expect((await service.call("GET", `/forms/news/page?${at}`, undefined, { as })).status).toBe(403);
    expect((await service.pool.query("select 1 from form_requests")).rows).toEqual([]);
  });

  test("says what is wrong beside the input, and shows a changed consent text before anyone subscribes", async () => {
    const wrong = await send({ ...good, number: "12", consent: false });
    expect(wrong.body.data).toMatchObject({
      kind: "form",
      issues: { number: expect.stringContaining("not a phone number"), consent: expect.any(String) },
    });
    const old = await send({ ...good, version: "0" });
    expect(old.body.data).toMatchObject({ kind: "form", notice: expect.stringContaining("has changed"), issues: {} });
  });

  test("a person subscribes and confirms; the consent has the text, its version and the person's address", async () => {
    const asked = await send(good);
    expect(asked.body.data).toMatchObject({ kind: "code", hidden: { sealed: expect.any(String) } });
    const { sealed } = asked.body.data.hidden;
    const wrong = await send({ sealed, code: "000000" }, "/forms/news/page/confirm");
    expect(wrong.body.data).toMatchObject({ kind: "code", issue: expect.any(String) });
    const right = await send(
      { sealed, code: await codeFor(good.number), client_ip: "192.0.2.7" },
      "/forms/news/page/confirm",
    );
    expect(right.body.data).toMatchObject({ kind: "confirmed", title: "You are subscribed" });
    const { rows } = await service.pool.query("select custom_fields from subscribers where phone = $1", [good.number]);
    expect(rows).toEqual([{ custom_fields: { city: "Kiel" } }]);
    const [person] = (await service.call("GET", "/subscribers?search=447700900101")).body.data.items;
    const { history } = (await service.call("GET", `/subscribers/${person.id}`)).body.data;
    expect(JSON.stringify(history)).toContain('"wording_version":"news/1"');
    expect(JSON.stringify(history)).toContain('"ip":"192.0.2.7"');
  });

  test("every number gets the same response, and a filled trap subscribes nobody", async () => {
    const stable = (body: any) => ({ ...body.data, hidden: Object.keys(body.data.hidden) });
    const subscribed = stable((await send(good)).body);
    const unknown = stable((await send({ ...good, number: "+447700900102" })).body);
    const program = stable((await send({ ...good, number: "+447700900103", trap: "http://spam" })).body);
    expect([unknown, program]).toEqual([subscribed, subscribed]);
    await codeFor("+447700900102");
    const { rows } = await service.pool.query(
      "select phone from subscribers where phone like '+4477009001%' order by 1",
    );
    expect(rows.map(({ phone }) => phone)).toEqual([good.number, "+447700900102"]);
  });

  test("one network may send thirty forms an hour, on whatever site they are shown", async () => {
    const number = (nth: number) => `+4477009002${String(nth).padStart(2, "0")}`;
    const kinds = [];
    for (let nth = 0; nth < 31; nth += 1) {
      kinds.push((await send({ ...good, number: number(nth), client_ip: "198.51.100.7" })).body.data.kind);
    }
    expect([new Set(kinds.slice(0, 30)), kinds[30]]).toEqual([new Set(["code"]), "limited"]);
    expect((await send({ ...good, number: number(40), client_ip: "198.51.101.7" })).body.data.kind).toBe("code");
  });
});
