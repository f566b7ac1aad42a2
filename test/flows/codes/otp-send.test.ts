import { afterAll, beforeAll, expect, test } from "vitest";

import { suppress } from "../../support/database/ledger.ts";
import { eventually } from "../../support/engine/engine.ts";
import { freshNumber, openOtp, type OpenOtp, wrong } from "../../support/people/otp.ts";
import type { Answer } from "../../support/service/test-service.ts";

let service: OpenOtp["service"];
let textsTo: OpenOtp["textsTo"];
let send: OpenOtp["send"];
let check: OpenOtp["check"];
let codeOf: OpenOtp["codeOf"];
let pass: OpenOtp["pass"];
beforeAll(async () => {
  ({ service, textsTo, send, check, codeOf, pass } = await openOtp());
});
afterAll(() => service.end());

test("asking again sends the same code and does not give attempts back", async () => {
  const number = freshNumber();
  const first = await send(number);
  const code = await codeOf(number);
  for (let nth = 0; nth < 4; nth += 1) await check(number, wrong(code));
  expect(await send(number)).toMatchObject({
    status: 429,
    body: { code: "too_many_requests", data: { limit: "number" } },
  });
  await pass("61 seconds");
  const again = await send(number);
  expect(again.body.data).toMatchObject({ id: first.body.data.id, resent: true });
  expect(await codeOf(number)).toBe(code);
  expect(await textsTo(number)).toHaveLength(2);
  expect((await check(number, wrong(code))).status).toBe(400);
  expect((await check(number, code)).status).toBe(400);
  // Its attempts are used up: another code, five of which a number gets in an hour.
  await pass("61 seconds");
  expect((await send(number)).body.data).toMatchObject({ resent: false });
  expect(await codeOf(number)).not.toBe(code);
  for (let nth = 0; nth < 2; nth += 1) {
    await pass("61 seconds");
    expect((await send(number)).status).toBe(200);
  }
  await pass("61 seconds");
  expect((await send(number)).status).toBe(429);
});

test("a code is sent again in its first period alone, so it lives for less than two", async () => {
  const number = freshNumber();
  await send(number, { expires_in: 120 });
  const code = await codeOf(number);
  await pass("100 seconds");
  expect((await send(number, { expires_in: 120 })).body.data.resent).toBe(true);
  await pass("100 seconds");
  expect((await send(number, { expires_in: 120 })).body.data.resent).toBe(false);
  expect(await codeOf(number)).not.toBe(code);
  expect((await check(number, code)).status).toBe(400);
});

test("another length is another code", async () => {
  const number = freshNumber();
  await send(number, { length: 4 });
  expect(await codeOf(number)).toMatch(/^\d{4}$/);
  await pass("61 seconds");
  expect((await send(number, { length: 10 })).body.data.resent).toBe(false);
  expect(await codeOf(number)).toMatch(/^\d{10}$/);
  expect((await check(number, await codeOf(number))).status).toBe(200);
});

test("the message ends with the origin-bound line, exactly as browsers parse it, and nothing follows", async () => {
  const number = freshNumber();
  await send(number, { domain: "shop.example.com", locale: "de-AT" });
  const code = await codeOf(number);
  expect((await textsTo(number))[0]).toBe(
    `${code} ist Ihr Code. Geben Sie ihn an niemanden weiter.\n\n@shop.example.com #${code}`,
  );
});

test("a message for an Android app ends with its hash and has at most 140 bytes", async () => {
  const number = freshNumber();
  await send(number, { app_hash: "FA+9qCX9VSu", message: "Code: {{code}}\n" });
  const code = await codeOf(number);
  expect(await textsTo(number)).toEqual([`Code: ${code}\n\nFA+9qCX9VSu`]);
  const long = await send(freshNumber(), { app_hash: "FA+9qCX9VSu", message: `{{code}} ${"ü".repeat(61)}` });
  expect(long).toMatchObject({ status: 400, body: { data: { details: [{ field: "app_hash", code: "too_long" }] } } });
});

test.each([
  [{ length: 3 }, "length"],
  [{ length: 11 }, "length"],
  [{ expires_in: 119 }, "expires_in"],
  [{ expires_in: 86_401 }, "expires_in"],
  [{ message: "Hello" }, "message"],
  [{ message: `{{code}}${"ł".repeat(700)}` }, "message"],
  [{ domain: "https://example.com" }, "domain"],
  [{ domain: "example.com:8080" }, "domain"],
  [{ domain: "example.com #1" }, "domain"],
  [{ domain: "example.com\n@evil.example" }, "domain"],
  [{ app_hash: "short" }, "app_hash"],
  [{ domain: "example.com", app_hash: "FA+9qCX9VSu" }, "app_hash"],
  [{ client_ip: "192.0.2" }, "client_ip"],
  [{ purpose: "a b" }, "purpose"],
  [{ purpose: "" }, "purpose"],
  [{ locale: "german language" }, "locale"],
])("%j is refused, and no code is sent", async (more, field) => {
  const number = freshNumber();
  const answer = await send(number, more);
  expect(answer.status).toBe(400);
  expect(answer.body.data.details.map((one: { field: string }) => one.field)).toEqual([field]);
  expect(await textsTo(number)).toEqual([]);
});

test("an invalid number is refused, and named", async () => {
  for (const number of ["mobile", " ", "0", "+1500555000000000"]) {
    expect(await send(number), number).toMatchObject({
      status: 400,
      body: { code: "invalid_parameter", data: { details: [{ field: "number", code: "invalid_phone" }] } },
    });
  }
});

test("a satellite number gets no code, and a number that said STOP gets none", async () => {
  expect(await send("+881612345678")).toMatchObject({
    status: 400,
    body: { data: { details: [{ field: "number", code: "destination_blocked" }] } },
  });
  const number = freshNumber();
  const rows = async () => (await service.pool.query("select from one_time_passwords")).rowCount;
  const before = await rows();
  await suppress(service.pool, number);
  expect(await send(number)).toMatchObject({ status: 409, body: { code: "not_in_this_state" } });
  expect(await textsTo(number)).toEqual([]);
  expect(await rows()).toBe(before);
});

test("one end user gets five codes in an hour for whatever numbers, if the caller names their address", async () => {
  const statuses = [];
  for (let nth = 0; nth < 6; nth += 1) {
    statuses.push((await send(freshNumber(), { client_ip: `2001:db8:9:9:${nth}::1` })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await send(freshNumber(), { client_ip: "2001:db8:9:a::1" })).status).toBe(200);
});

test("a verified code makes room for others of its prefix", async () => {
  const prefix = freshNumber().slice(0, -4);
  for (let line = 0; line < 12; line += 1) {
    const number = `${prefix}${1_000 + line}`;
    expect((await send(number)).status).toBe(200);
    expect((await check(number, await codeOf(number))).status).toBe(200);
  }
});

test("the texts are a setting, and one without the placeholder is refused", async () => {
  const change = (texts: object): Promise<Answer> =>
    service.call("PATCH", "/settings", { one_time_passwords: { texts } });
  expect((await change({ en: "Hello" })).status).toBe(400);
  expect((await change({ en: "Acme: {{code}}", "pt-BR": "Seu código: {{code}}" })).status).toBe(200);
  const [english, brazilian, german] = [freshNumber(), freshNumber(), freshNumber()];
  await send(english);
  await send(brazilian, { locale: "pt_br" });
  await send(german, { locale: "de" });
  expect((await textsTo(english))[0]).toMatch(/^Acme: \d{6}$/);
  expect((await textsTo(brazilian))[0]).toMatch(/^Seu código: \d{6}$/);
  expect((await textsTo(german))[0]).toMatch(/^Acme: \d{6}$/);
});

test("no code is promised that would be held for money, and none is counted", async () => {
  await service.call("PATCH", "/settings", {
    prices: { currency: "EUR", segments: [{ prefix: "+", price: "0.10" }] },
    spending: { per_day: "0.05", categories: ["marketing", "transactional", "otp"] },
  });
  const refused = await eventually(async () => {
    const answer = await send(freshNumber());
    return answer.status === 409 && answer;
  });
  expect(refused.body).toMatchObject({ code: "spend_cap_reached" });
  const number = freshNumber();
  expect((await send(number)).status).toBe(409);
  await service.call("PATCH", "/settings", { spending: { per_day: null, categories: ["marketing", "transactional"] } });
  await eventually(async () => (await send(number)).status === 200);
});
