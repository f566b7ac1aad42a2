import { afterAll, beforeAll, expect, test } from "vitest";

import {
  startTestService,
  type Answer,
  type Credentials,
  type TestService,
} from "../../support/service/test-service.ts";

let service: TestService;
let app: Credentials;
let other: Credentials;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" });
  app = await service.userWith("svc_sendsms", "svc_outbox");
  other = await service.userWith("svc_sendsms");
});
afterAll(() => service.end());

let next = 1_000;
/** A number whose prefix no other test uses. */
const freshNumber = (): string => `+49151${(next += 1)}0000`;

const send = (number: string, more: object = {}, as = app): Promise<Answer> =>
  service.call("POST", "/otp", { number, ...more }, { as });
const check = (number: string, code: unknown, more: object = {}, as = app): Promise<Answer> =>
  service.call("POST", "/otp/check", { number, code, ...more }, { as });

async function textsTo(number: string): Promise<string[]> {
  const found = await service.pool.query<{ body: string }>(
    "select body from messages join deliveries on message_id = messages.id where phone = $1 order by messages.id",
    [number],
  );
  return found.rows.map(({ body }) => body);
}

async function codeOf(number: string): Promise<string> {
  return /\d{4,10}/.exec((await textsTo(number)).at(-1) ?? "")?.[0] ?? "no code";
}

/** A code of as many digits that is not this one. */
const wrong = (code: string): string => `${(Number(code[0]) + 1) % 10}${code.slice(1)}`;
const pass = async (interval: string): Promise<void> => {
  await service.pool.query("update code_requests set at = at - $1::interval", [interval]);
  await service.pool.query(
    "update one_time_passwords set created_at = created_at - $1::interval, expires_at = expires_at - $1::interval",
    [interval],
  );
};

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
  // It was right, and the caller's own.
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

test("a satellite number gets no code, and a number that said STOP gets none", async () => {
  expect(await send("+881612345678")).toMatchObject({
    status: 400,
    body: { data: { details: [{ field: "number", code: "destination_blocked" }] } },
  });
  const number = freshNumber();
  const rows = async () => (await service.pool.query("select from one_time_passwords")).rowCount;
  const before = await rows();
  await service.pool.query("insert into suppressions (phone, reason, source) values ($1, 'stop', 'sms')", [number]);
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

test("the code is in no reply, event, log line, webhook or saved reply, and the log of messages hides it", async () => {
  const number = freshNumber();
  await service.pool.query(
    "insert into webhooks (url, types, secret) values ('https://a.example', '{new_sms,message.sent,message.delivered}', 'x')",
  );
  const headers = { "idempotency-key": `secret-${number}` };
  const sent = await service.call("POST", "/otp", { number, length: 10 }, { as: app, headers });
  const code = await codeOf(number);
  expect(code).toMatch(/^\d{10}$/);
  const replayed = await service.call("POST", "/otp", { number, length: 10 }, { as: app, headers });
  expect(replayed.headers.get("idempotency-replayed")).toBe("true");
  expect(replayed.body).toEqual(sent.body);
  expect(await textsTo(number)).toHaveLength(1);
  await expect
    .poll(
      async () =>
        (await service.pool.query("select from deliveries where phone = $1 and state = 'delivered'", [number]))
          .rowCount,
      { timeout: 20_000 },
    )
    .toBe(1);
  const shown = [
    JSON.stringify(sent.body),
    JSON.stringify((await service.call("GET", "/messages")).body),
    JSON.stringify((await service.call("GET", "/outbox")).body),
    JSON.stringify((await service.call("POST", "/privacy/export", { mobile: number })).body),
    JSON.stringify(service.logged),
  ];
  for (const table of [
    "events",
    "webhook_deliveries",
    "idempotency_keys",
    "one_time_passwords",
    "code_requests",
    "setting_changes",
  ]) {
    const { rows } = await service.pool.query(`select t::text as row from ${table} t`);
    shown.push(rows.map(({ row }) => row).join());
  }
  for (const text of shown) {
    expect(text).not.toContain(code);
    expect(text).not.toContain(Buffer.from(code).toString("hex"));
  }
  const outbox = (await service.call("GET", `/outbox?recipient=${encodeURIComponent(number)}`)).body.data.items[0];
  expect(outbox.message).toBe("[hidden]");
  await service.pool.query("delete from webhooks");
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

test("an erasure takes the row away, and its code with it", async () => {
  const number = freshNumber();
  await send(number);
  const code = await codeOf(number);
  const rows = async (): Promise<number> =>
    (await service.pool.query("select from one_time_passwords where owner like 'builtin:%'")).rowCount!;
  const before = await rows();
  expect((await service.call("POST", "/privacy/delete", { mobile: number, confirm: true })).status).toBe(201);
  expect(await rows()).toBe(before - 1);
  expect((await check(number, code)).status).toBe(400);
});

test("a country whose codes nobody types is reported by /readyz, without its name", async () => {
  const warningOf = async (): Promise<string | undefined> => {
    const response = await service.app.request("http://127.0.0.1/readyz");
    const { checks } = (await response.json()) as { checks: { name: string; warning?: string }[] };
    return checks.find(({ name }) => name === "codes")!.warning;
  };
  expect(await warningOf()).toBeUndefined();
  await service.pool.query(
    `insert into code_requests (at, purpose, prefix_hash, country)
     select now() - interval '20 minutes', 'opt_in', '\\x01', 'FR' from generate_series(1, 50)`,
  );
  expect(await warningOf()).toBe("Few of the last codes to 1 country were verified. See the log.");
  await service.pool.query("delete from code_requests where country = 'FR'");
});
