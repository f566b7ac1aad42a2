import { afterAll, beforeAll, expect, test } from "vitest";

import { freshNumber, openOtp, type OpenOtp } from "../../support/people/otp.ts";

let service: OpenOtp["service"];
let app: OpenOtp["app"];
let textsTo: OpenOtp["textsTo"];
let send: OpenOtp["send"];
let check: OpenOtp["check"];
let codeOf: OpenOtp["codeOf"];
beforeAll(async () => {
  ({ service, app, textsTo, send, check, codeOf } = await openOtp());
});
afterAll(() => service.end());

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

test("an erasure takes the row away, and its code with it", async () => {
  const number = freshNumber();
  await send(number);
  const code = await codeOf(number);
  const rows = async (): Promise<number> =>
    (await service.pool.query("select from one_time_passwords where owner like 'builtin:%'")).rowCount!;
  const before = await rows();
  expect((await service.call("POST", "/privacy/delete", { mobile: number, confirm: true })).status).toBe(201);
  expect(await rows()).toBe(before - 1);
  const hashes = "select from code_requests where number_hash is null and address_hash is null";
  expect((await service.pool.query(hashes)).rowCount).toBe(1);
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
