import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { deliveriesOf, phonesOf, suppress } from "../support/database/ledger.ts";
import { NEXT_YEAR } from "../support/engine/schedules.ts";
import { allowWithoutRecord } from "../support/people/consents.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" }, { workerLoops: false });
});
beforeEach(async () => {
  await service.pool.query(
    "truncate messages, deliveries, chunks, fanouts, fanout_leavers, idempotency_keys, suppressions",
  );
});
afterAll(() => service.end());

const send = (body: unknown, headers: Record<string, string> = {}) => service.call("POST", "/send", body, { headers });
const stored = (): Promise<string[]> => phonesOf(service.pool);

describe("recipients", () => {
  test("one person named in three ways is one recipient", async () => {
    const answer = await send({ numbers: ["+4915112345678", "0049 151 12345678", "0151/12345678"], message: "Hi" });
    expect(answer.body.data.recipients).toEqual({ matched: 3, accepted: 1, duplicates: 2, invalid: 0, suppressed: 0 });
    expect(await stored()).toEqual(["+4915112345678"]);
  });

  test("numbers are accepted as a list, as one string and as form fields", async () => {
    await send({ numbers: "+4915112345671, +4915112345672", message: "Hi" });
    await service.call("POST", "/send", undefined, {
      raw: "numbers[]=%2B4915112345673&numbers[]=%2B4915112345674&message=Hi",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(await stored()).toEqual(["+4915112345671", "+4915112345672", "+4915112345673", "+4915112345674"]);
  });

  test("phone numbers in recipients are read as numbers", async () => {
    expect((await send({ recipients: ["+4915112345678"], message: "Hi" })).status).toBe(200);
    expect(await stored()).toEqual(["+4915112345678"]);
  });

  test("a bad entry refuses the whole call, with index, reason and value", async () => {
    const answer = await send({ numbers: ["+4915112345678", "abc", "12"], message: "Hi" });
    expect(answer.status).toBe(400);
    expect(answer.body.data.details).toEqual([
      { field: "numbers[1]", code: "invalid_phone", message: "is not a phone number", value: "abc" },
      { field: "numbers[2]", code: "invalid_phone", message: "is too short for a phone number", value: "12" },
    ]);
    expect(await stored()).toEqual([]);
  });

  test("skip_invalid sends to the rest and lists the bad ones", async () => {
    const answer = await send({ numbers: ["+4915112345678", "abc"], message: "Hi", skip_invalid: true });
    expect(answer.body.data).toMatchObject({
      recipients: { accepted: 1, invalid: 1 },
      invalid_numbers: [{ field: "numbers[1]" }],
    });
  });

  test("no remaining recipient is an error and stores nothing", async () => {
    expect((await send({ numbers: ["abc"], message: "Hi", skip_invalid: true })).body.code).toBe("no_recipients");
    await suppress(service.pool, "+4915112345678");
    expect((await send({ numbers: ["+4915112345678"], message: "Hi" })).body.code).toBe("no_recipients");
    const { rows } = await service.pool.query("select count(*)::int as n from messages");
    expect(rows[0].n).toBe(0);
  });

  test("a suppressed number is counted, logged as suppressed and not queued", async () => {
    await suppress(service.pool, "+4915112345678");
    const answer = await send({ numbers: ["+4915112345678", "+4915112345679"], message: "Hi" });
    expect(answer.body.data.recipients).toMatchObject({ accepted: 1, suppressed: 1 });
    expect(await deliveriesOf(service.pool)).toMatchObject([
      { phone: "+4915112345678", state: "suppressed" },
      { phone: "+4915112345679", state: "queued" },
    ]);
  });

  test("a selector that recipients does not name is a conflict", async () => {
    const answer = await send({ recipients: "numbers", numbers: ["+4915112345678"], users: [1], message: "Hi" });
    expect([answer.status, answer.body.code]).toEqual([400, "selector_conflict"]);
  });

  test("a named selector without its values is an error of that parameter", async () => {
    const answer = await send({ recipients: ["subscribers", "roles", "users", "numbers"], message: "Hi" });
    expect(Object.keys(answer.body.data.params)).toEqual(["group_ids", "role_ids", "users", "numbers"]);
  });

  test("unknown users, roles and groups are all named at once", async () => {
    const answer = await send({ users: [1, 777], role_ids: ["nosuch", "editor"], group_ids: [1, 4242], message: "" });
    expect(
      answer.body.data.details.map((detail: { field: string; code: string }) => [detail.field, detail.code]),
    ).toEqual(
      expect.arrayContaining([
        ["users[1]", "unknown_user"],
        ["role_ids[0]", "unknown_role"],
        ["group_ids[1]", "unknown_group"],
        ["message", "required"],
      ]),
    );
  });

  test("users get messages at their own phone, and one without a phone is counted", async () => {
    const { rows } = await service.pool.query(
      "insert into users (username, email, name, phone, roles) values ('a', 'a@x.test', 'A', '+4915112345678', '{customer}'), ('b', 'b@x.test', 'B', null, '{customer}') on conflict do nothing returning id",
    );
    const answer = await send({ users: rows.map((row) => row.id), numbers: ["+4915112345678"], message: "Hi" });
    expect(answer.body.data.recipients).toMatchObject({ accepted: 1, duplicates: 1, invalid: 1 });
  });

  test("a role is resolved after the response, so its counts are not known yet", async () => {
    const answer = await send({ role_ids: ["Customer"], message: "Hi" });
    expect(answer.body.data).toMatchObject({ state: "resolving", recipients: { matched: null, accepted: null } });
  });
});

describe("text", () => {
  test("counts segments and names the encoding", async () => {
    const gsm = await send({ numbers: ["+4915112345678"], message: "a".repeat(161) });
    expect(gsm.body.data).toMatchObject({ segments: 2, encoding: "gsm7" });
    const ucs = await send({ numbers: ["+4915112345678"], message: "ж".repeat(71) });
    expect(ucs.body.data).toMatchObject({ segments: 2, encoding: "ucs2" });
  });

  test("more than ten segments, or an empty text, is refused", async () => {
    expect((await send({ numbers: ["+4915112345678"], message: "ж".repeat(700) })).body.data.params["message"]).toMatch(
      /segments/,
    );
    for (const message of [undefined, "", "   ", "\n"]) {
      expect((await send({ numbers: ["+4915112345678"], message })).body.data.details[0]).toMatchObject({
        field: "message",
        code: "required",
      });
    }
  });

  test("a message to the sandbox is not reported as sent", async () => {
    const answer = await send({ numbers: ["+4915112345678"], message: "Hi" });
    expect(answer.body.data.sandbox).toBe(true);
    expect(answer.body.message).toMatch(/nothing leaves this machine/);
  });
});

describe("category", () => {
  test("is transactional for numbers, marketing if subscribers are among the recipients", async () => {
    await allowWithoutRecord(service.pool);
    expect((await send({ numbers: ["+4915112345678"], message: "Hi" })).body.data.category).toBe("transactional");
    expect((await send({ group_ids: "all", numbers: ["+4915112345678"], message: "Hi" })).body.data.category).toBe(
      "marketing",
    );
  });

  test("otp is sent to five direct recipients at most", async () => {
    const numbers = Array.from({ length: 6 }, (_, index) => `+491511234567${index}`);
    expect((await send({ numbers, message: "1234", category: "otp" })).body.data.params["category"]).toMatch(
      /at most 5/,
    );
    expect((await send({ numbers: numbers.slice(1), message: "1234", category: "otp" })).status).toBe(200);
    expect((await send({ role_ids: ["editor"], message: "1234", category: "otp" })).status).toBe(400);
  });
});

describe("schedule and repeat", () => {
  test("are refused without the add-on, and nothing is sent", async () => {
    const answer = await send({ numbers: ["+4915112345678"], message: "Hi", schedule: `${NEXT_YEAR}-06-01T12:00:00` });
    expect([answer.status, answer.body.code]).toEqual([403, "addon_required"]);
    expect(await stored()).toEqual([]);
  });

  test("invalid dates are reported before the add-on", async () => {
    const answer = await send({ numbers: ["+4915112345678"], message: "Hi", schedule: `${NEXT_YEAR}-02-30T12:00:00` });
    expect([answer.status, answer.body.data.details[0].field]).toEqual([400, "schedule"]);
    const repeat = await send({
      numbers: ["+4915112345678"],
      message: "Hi",
      repeat: { interval: { value: 1, unit: "day" } },
    });
    expect(repeat.status).toBe(400);
  });
});

describe("Idempotency-Key", () => {
  const body = { numbers: ["+4915112345678"], message: "Hi" };

  test("fifty concurrent calls with one key are one message", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(body, { "idempotency-key": "same" })));
    const good = answers.filter((answer) => answer.status === 200);
    expect(new Set(good.map((answer) => answer.body.data.message_id)).size).toBe(1);
    expect(answers.filter((answer) => ![200, 409].includes(answer.status))).toEqual([]);
    expect(await stored()).toHaveLength(1);
  });

  test("the same call later gets the same response, marked as replayed; another body is refused", async () => {
    const first = await send(body, { "idempotency-key": "k" });
    const again = await send(body, { "idempotency-key": "k" });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const other = await send({ ...body, message: "Other" }, { "idempotency-key": "k" });
    expect([other.status, other.body.code]).toEqual([422, "idempotency_mismatch"]);
    expect(await stored()).toHaveLength(1);
  });

  test("a call refused for its parameters leaves the key free", async () => {
    expect((await send({ ...body, numbers: ["abc"] }, { "idempotency-key": "k2" })).status).toBe(400);
    expect((await send(body, { "idempotency-key": "k2" })).status).toBe(200);
  });

  test("the same key of another user is another key", async () => {
    const other = await service.userWith("svc_sendsms");
    const one = await send(body, { "idempotency-key": "k3" });
    const two = await service.call("POST", "/send", body, { as: other, headers: { "idempotency-key": "k3" } });
    expect(two.status).toBe(200);
    expect(two.body.data.message_id).not.toBe(one.body.data.message_id);
  });

  test("an invalid key is refused", async () => {
    for (const key of ["", "a b", "é", "x".repeat(256)]) {
      expect([key, (await send(body, { "idempotency-key": encodeURI(key) === key ? key : "a b" })).status]).toEqual([
        key,
        400,
      ]);
    }
  });
});
