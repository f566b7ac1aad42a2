import { afterAll, beforeAll, expect, test } from "vitest";

import { freshNumber, openOtp, type OpenOtp, wrong } from "../../support/people/otp.ts";

let service: OpenOtp["service"];
let app: OpenOtp["app"];
let other: OpenOtp["other"];
let send: OpenOtp["send"];
let check: OpenOtp["check"];
let codeOf: OpenOtp["codeOf"];
beforeAll(async () => {
  ({ service, app, other, send, check, codeOf } = await openOtp());
});
afterAll(() => service.end());

test("a code is sent, and the right one is accepted once", async () => {
  const number = freshNumber();
  const sent = await send(number);
  expect(sent).toMatchObject({ status: 200, body: { data: { resent: false, resend_after: 60, sandbox: true } } });
  expect(sent.body.data.id).toMatch(/^otp_/);
  const code = await codeOf(number);
  expect(code).toMatch(/^\d{6}$/);
  const verified = await check(number, code);
  expect(verified).toMatchObject({ status: 200, body: { data: { id: sent.body.data.id, verified: true } } });
  expect(new Date(verified.body.data.verified_at).getTime()).toBeGreaterThan(0);
  expect((await check(number, code)).status).toBe(400);
  expect(
    (await service.pool.query("select from one_time_passwords where id::text = $1", [sent.body.data.id.slice(4)]))
      .rowCount,
  ).toBe(0);
});

test("the id of the reply replaces number and purpose in a check", async () => {
  const number = freshNumber();
  const { id } = (await send(number, { purpose: "sign-in" })).body.data;
  const code = await codeOf(number);
  expect((await service.call("POST", "/otp/check", { id, code: wrong(code) }, { as: app })).status).toBe(400);
  expect((await service.call("POST", "/otp/check", { id, code }, { as: other })).status).toBe(400);
  expect((await service.call("POST", "/otp/check", { id, code }, { as: app })).status).toBe(200);
});

test("a code is recognized as people and programs write it", async () => {
  for (const write of [
    (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `,
    (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`,
    (code: string) => Number(code),
    (code: string) => [...code].map((digit) => String.fromCharCode(0x660 + Number(digit))).join(""),
  ]) {
    const number = freshNumber();
    await send(number);
    expect((await check(number, write(await codeOf(number)))).status).toBe(200);
  }
});

test("every failed check gets the same response, byte for byte", async () => {
  const [known, unknown, expired, used, foreign, tried] = Array.from({ length: 6 }, freshNumber) as [
    string,
    ...string[],
  ] &
    string[];
  const codes: Record<string, string> = {};
  const ids: Record<string, string> = {};
  for (const number of [expired!, known, used!, tried!]) {
    ids[number] = (await send(number)).body.data.id.slice("otp_".length);
    codes[number] = await codeOf(number);
  }
  await service.pool.query("update one_time_passwords set expires_at = now() where id = $1", [ids[expired!]]);
  await check(used!, codes[used!]);
  await send(foreign!, {}, other);
  for (let nth = 0; nth < 5; nth += 1) await check(tried!, wrong(codes[tried!]!));
  const headers = { "x-request-id": "same" };
  const answers = [];
  for (const [number, code, more] of [
    [known, wrong(codes[known]!), {}],
    [known, codes[known]!, { purpose: "else" }],
    [unknown!, "123456", {}],
    [expired!, codes[expired!]!, {}],
    [used!, codes[used!]!, {}],
    [foreign!, await codeOf(foreign!), {}],
    [tried!, codes[tried!]!, {}],
    [known, "12", {}],
    [known, "x".repeat(40), {}],
  ] as const) {
    const { status, body } = await service.call("POST", "/otp/check", { number, code, ...more }, { as: app, headers });
    answers.push(JSON.stringify([status, body]));
  }
  expect(JSON.parse(answers[0]!)).toMatchObject([400, { code: "verification_failed" }]);
  expect(new Set(answers).size).toBe(1);
  // The code was right, and belonged to this caller.
  expect((await check(foreign!, await codeOf(foreign!), {}, other)).status).toBe(200);
});

test("guessing ends after five attempts, each under its own Idempotency-Key, and the right code is dead", async () => {
  const number = freshNumber();
  await send(number);
  const code = await codeOf(number);
  for (let nth = 0; nth < 5; nth += 1) {
    const headers = { "idempotency-key": `guess-${number}-${nth}` };
    const guess = { number, code: wrong(code) };
    expect((await service.call("POST", "/otp/check", guess, { as: app, headers })).status).toBe(400);
  }
  expect((await check(number, code)).status).toBe(400);
});

test("codes for two purposes, and of two callers, are different and do not replace each other", async () => {
  const number = freshNumber();
  await service.pool.query(
    `insert into settings (name, value) values ('guard', '{"numberPerMinute": 0, "numberPerHour": 0}')`,
  );
  const codes: string[] = [];
  for (const [purpose, as] of [
    ["sign-in", app],
    ["pay", app],
    ["pay", other],
  ] as const) {
    expect((await send(number, { purpose, length: 10 }, as)).status).toBe(200);
    codes.push(await codeOf(number));
  }
  await service.pool.query("delete from settings where name = 'guard'");
  expect(new Set(codes).size).toBe(3);
  expect((await check(number, codes[0], { purpose: "pay" })).status).toBe(400);
  expect((await check(number, codes[2], { purpose: "pay" })).status).toBe(400);
  expect((await check(number, codes[0], { purpose: "sign-in" })).status).toBe(200);
  expect((await check(number, codes[1], { purpose: "pay" })).status).toBe(200);
  expect((await check(number, codes[2], { purpose: "pay" }, other)).status).toBe(200);
});

test.each([
  [{ code: "123456" }, "number", "required"],
  [{ number: "+4915112345678", id: "otp_1", code: "1" }, "id", "not_together"],
  [{ id: "msg_0197a6c2-5b7e-7c3a-9f1e-2b8d4c6e8a10", code: "1" }, "id", "invalid_format"],
  [{ number: "+4915112345678" }, "code", "required"],
])("a check with %j says what is wrong with it", async (body, field, code) => {
  const answer = await service.call("POST", "/otp/check", body, { as: app });
  expect(answer.status).toBe(400);
  expect(answer.body.data.details).toContainEqual(expect.objectContaining({ field, code }));
});

test("a check that is repeated under its Idempotency-Key gets its first response again", async () => {
  const number = freshNumber();
  await send(number);
  const headers = { "idempotency-key": `check-${number}` };
  const body = { number, code: await codeOf(number) };
  const first = await service.call("POST", "/otp/check", body, { as: app, headers });
  const second = await service.call("POST", "/otp/check", body, { as: app, headers });
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body).toEqual(first.body);
});

test("only callers with svc_sendsms may send and check codes", async () => {
  const nobody = await service.userWith("svc_subscribers");
  expect((await send(freshNumber(), {}, nobody)).status).toBe(403);
  expect((await check(freshNumber(), "123456", {}, nobody)).status).toBe(403);
});
