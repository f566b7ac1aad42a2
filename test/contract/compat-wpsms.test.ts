import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { NEXT_YEAR } from "../support/engine/schedules.ts";
import {
  compatCalls,
  compatSettings,
  ok,
  phone,
  plugin,
  received,
  words,
  type CompatOptions,
} from "../support/service/compat.ts";
import { startTestService, type Credentials, type TestService } from "../support/service/test-service.ts";

// Bodies and statuses here are written from WP SMS's observed responses, not from our code.

let service: TestService;
let sender: Credentials;
const wpsms = compatCalls(() => service);
beforeAll(async () => {
  service = await startTestService(compatSettings);
  sender = await service.userWith("svc_sendsms");
  await service.pool.query(`insert into settings (name, value) values ('newsletter', '{"doubleOptIn": true}')`);
});
afterAll(() => service.end());

describe("the framework's responses", () => {
  test.each(["/wpsms/v1", "/wp-json/wpsms/v1"])(
    "the names are served below %s, with or without a slash at the end",
    async (base) => {
      for (const path of ["/credit", "/credit/"]) {
        expect((await wpsms("GET", path, undefined, { base })).body).toEqual({
          credit: 1_000_000,
          creditSupported: true,
        });
      }
    },
  );

  test("a site without permalinks is called by rest_route", async () => {
    const answer = await wpsms("GET", "/?rest_route=/wpsms/v1/credit", undefined, { base: "" });
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ["credit", "creditSupported"]]);
    // Without it the address is that of the console.
    expect((await wpsms("GET", "/", undefined, { base: "" })).status).toBe(200);
  });

  test("a missing route, and a route by another method, are 404", async () => {
    const none = { code: "rest_no_route", message: words, data: { status: 404 } };
    for (const [method, path] of [
      ["GET", "/nowhere"],
      ["GET", "/send"],
      ["GET", "/webhook"],
      ["GET", "/send/count"],
      ["DELETE", "/credit"],
    ]) {
      const answer = await wpsms(method!, path!);
      expect([path, answer.status, answer.body]).toEqual([path, 404, none]);
    }
  });

  test("an anonymous caller, a wrong password and a missing capability are refused as WordPress refuses them", async () => {
    const forbidden = (status: number) => ({ code: "rest_forbidden", message: words, data: { status } });
    const body = { sender: "", recipients: "numbers", numbers: [phone(0)], message: "x" };
    const anonymous = await wpsms("POST", "/send", body, { as: null });
    expect([anonymous.status, anonymous.body]).toEqual([401, forbidden(401)]);
    expect(anonymous.headers.get("www-authenticate")).toMatch(/^Basic/);
    const wrong = await wpsms("POST", "/send", body, { as: { ...sender, password: "wrong" } });
    expect([wrong.status, wrong.body]).toEqual([401, forbidden(401)]);
    const other = await wpsms("GET", "/credit", undefined, { as: sender });
    expect([other.status, other.body]).toEqual([403, forbidden(403)]);
  });

  test("every route refuses a caller without its capability, before it checks the parameters", async () => {
    const nobody = await service.userWith();
    for (const [method, path] of [
      ["POST", "/send"],
      ["POST", "/send/quick"],
      ["POST", "/send/count"],
      ["GET", "/users/search"],
      ["POST", "/newsletter"],
      ["GET", "/newsletter"],
      ["POST", "/newsletter/verify"],
      ["POST", "/newsletter/unsubscribe"],
      ["POST", "/webhook"],
      ["DELETE", "/webhook"],
      ["GET", "/credit"],
      ["GET", "/outbox"],
      ["GET", "/outbox/1"],
      ["POST", "/outbox/1/resend"],
      ["POST", "/outbox/bulk"],
      ["GET", "/outbox/export"],
      ["DELETE", "/outbox/1"],
      ["GET", "/subscribers"],
      ["POST", "/subscribers"],
      ["GET", "/subscribers/1"],
      ["PUT", "/subscribers/1"],
      ["DELETE", "/subscribers/1"],
      ["POST", "/subscribers/bulk"],
      ["GET", "/subscribers/export"],
      ["POST", "/privacy/search"],
      ["POST", "/privacy/export"],
      ["POST", "/privacy/delete"],
      ["GET", "/scheduled"],
      ["DELETE", "/scheduled/1"],
      ["POST", "/scheduled/1/send"],
      ["POST", "/scheduled/bulk"],
      ["GET", "/repeating"],
      ["DELETE", "/repeating/1"],
      ["POST", "/repeating/1/pause"],
      ["POST", "/repeating/1/resume"],
      ["POST", "/repeating/bulk"],
      ["GET", "/groups"],
      ["POST", "/groups"],
      ["GET", "/groups/1"],
      ["PUT", "/groups/1"],
      ["DELETE", "/groups/1"],
      ["DELETE", "/groups/bulk"],
    ]) {
      const body = method === "GET" ? undefined : {};
      expect([path, (await wpsms(method!, path!, body, { as: null })).status]).toEqual([path, 401]);
      expect([path, (await wpsms(method!, path!, body, { as: nobody })).status]).toEqual([path, 403]);
    }
  });

  test("what is not JSON is refused as WordPress refuses it", async () => {
    const answer = await wpsms("POST", "/send", undefined, { raw: "{nonsense" });
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        code: "rest_invalid_json",
        message: words,
        data: { status: 400, json_error_code: 4, json_error_message: "Syntax error" },
      },
    ]);
  });

  test("missing parameters are named before invalid ones", async () => {
    const answer = await wpsms("POST", "/send", { flash: "yes" });
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        code: "rest_missing_callback_param",
        message: words,
        data: { status: 400, params: ["recipients", "message"] },
      },
    ]);
  });

  test("wrong types, values and dates are reported one by one", async () => {
    const answer = await wpsms("POST", "/send", {
      sender: 5,
      recipients: "numbers",
      numbers: [phone(0)],
      message: "x",
      flash: "yes",
      schedule: "2027-06-01",
      notification_handler: "Nonsense",
    });
    expect(answer.body).toEqual({
      code: "rest_invalid_param",
      message: words,
      data: {
        status: 400,
        params: { sender: words, flash: words, schedule: words, notification_handler: words },
        details: {
          sender: { code: "rest_invalid_type", message: words, data: { param: "sender" } },
          flash: { code: "rest_invalid_type", message: words, data: { param: "flash" } },
          schedule: { code: "rest_invalid_date", message: words, data: null },
          notification_handler: { code: "rest_not_in_enum", message: words, data: null },
        },
      },
    });
  });
});

describe("/send", () => {
  const send = (more: object, options?: CompatOptions) =>
    wpsms("POST", "/send", { sender: "", recipients: "numbers", message: "x", ...more }, options);

  test("numbers are read from JSON, from a form and from the query", async () => {
    const json = await send({ numbers: [phone(1), phone(2)], message: "by json" }, { as: sender });
    expect([json.status, json.body]).toEqual([
      200,
      ok({ balance: expect.toSatisfy((value) => value === null || typeof value === "number") }),
    ]);
    const raw = new URLSearchParams([
      ["sender", ""],
      ["recipients", "numbers"],
      ["numbers[]", phone(3)],
      ["numbers[]", phone(4)],
      ["message", "by form"],
    ]).toString();
    const form = await wpsms("POST", "/send", undefined, {
      raw,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect([form.status, Object.keys(form.body)]).toEqual([200, ["message", "error", "data"]]);
    const query = await wpsms(
      "POST",
      `/send?sender=&recipients=numbers&numbers=${encodeURIComponent(`${phone(5)},${phone(6)}`)}&message=by+query`,
    );
    expect(query.status).toBe(200);
    expect((await received(service, "by ")).map(({ to }) => to).toSorted()).toEqual(
      [1, 2, 3, 4, 5, 6].map(phone).toSorted(),
    );
  });

  test("what its documents show and it refuses is accepted: a list of numbers, and no sender", async () => {
    const answer = await wpsms("POST", "/send", { recipients: [phone(7), phone(8)], message: "as documented" });
    expect(answer.status).toBe(200);
    expect(await received(service, "as documented")).toHaveLength(2);
  });

  test("only the named selector counts, whatever else is filled", async () => {
    const answer = await send({ numbers: [phone(9)], users: [1], role_ids: ["author"], message: "one selector" });
    expect(answer.status).toBe(200);
    expect(await received(service, "one selector")).toEqual([{ to: phone(9), body: "one selector" }]);
  });

  test.each([
    ["an empty message", { numbers: [phone(0)], message: "" }],
    ["a blank message", { numbers: [phone(0)], message: "  " }],
    ["the message 0", { numbers: [phone(0)], message: "0" }],
    ["no numbers", { numbers: [] }],
    ["nothing but nonsense", { numbers: ["abc", "12"] }],
    ["an unknown group", { recipients: "subscribers", group_ids: [999] }],
    ["an unknown role", { recipients: "roles", role_ids: ["nobodys"] }],
    ["subscribers without a group", { recipients: "subscribers" }],
    ["BuddyPress", { recipients: "bp-users" }],
    ["a start in the past", { numbers: [phone(0)], schedule: "2020-01-01T12:00:00" }],
    ["a schedule without the add-on", { numbers: [phone(0)], schedule: `${NEXT_YEAR}-06-01T12:00:00` }],
  ])("%s is 400 with the plugin's message", async (_what, more) => {
    const answer = await send(more);
    expect([answer.status, answer.body]).toEqual([400, plugin(400)]);
  });

  test("an invalid selector is the framework's error", async () => {
    const answer = await send({ recipients: "everybody" });
    expect(answer.body).toMatchObject({
      code: "rest_invalid_param",
      data: { details: { recipients: { code: "rest_not_in_enum" } } },
    });
  });

  test("an invalid number is left out, and the rest is sent", async () => {
    const answer = await send({ numbers: ["abc", phone(10), ""], message: "some are no numbers" });
    expect(answer.status).toBe(200);
    expect(await received(service, "some are no")).toEqual([{ to: phone(10), body: "some are no numbers" }]);
  });

  test("a repeat without a start is ignored", async () => {
    const answer = await send({ numbers: [phone(11)], repeat: { interval: { value: 1, unit: "eon" } } });
    expect([answer.status, answer.body]).toEqual([
      200,
      ok({ balance: expect.toSatisfy((value) => value === null || typeof value === "number") }),
    ]);
  });

  test("an Idempotency-Key makes a repeated call one message", async () => {
    const options = { headers: { "idempotency-key": "one" } };
    const [first, second] = [
      await send({ numbers: [phone(12)], message: "only once" }, options),
      await send({ numbers: [phone(12)], message: "only once" }, options),
    ];
    expect([first.body, second.body, second.headers.get("idempotency-replayed")]).toEqual([
      second.body,
      first.body,
      "true",
    ]);
    expect(await received(service, "only once")).toHaveLength(1);
  });

  test("site-wide variables are filled, unknown ones stay", async () => {
    await send({ numbers: [phone(13)], message: "%site_url% and %subscribe_name%" });
    const [text] = await received(service, "%subscribe_name%");
    expect(text!.body).toMatch(/^http:\/\/127\.0\.0\.1:8080 and %subscribe_name%$/);
  });
});

describe("notification_handler", () => {
  test("a subscriber's data is shown only to a user who may read subscribers", async () => {
    const made = await wpsms("POST", "/newsletter", { name: "Grace", mobile: phone(20) });
    expect(made.status).toBe(200);
    const { rows } = await service.pool.query("select id from subscribers where phone = $1", [phone(20)]);
    const call = {
      sender: "",
      recipients: "numbers",
      numbers: [phone(21)],
      message: "Hello %subscriber_name% %subscriber_mobile%",
      notification_handler: "SubscriberNotification",
      handler_id: rows[0].id,
    };
    const refused = await wpsms("POST", "/send", call, { as: sender });
    expect([refused.status, refused.body.code]).toEqual([403, "rest_forbidden"]);
    expect((await wpsms("POST", "/send", call)).status).toBe(200);
    expect(await received(service, "Hello Grace")).toEqual([{ to: phone(21), body: `Hello Grace ${phone(20)}` }]);
    expect((await wpsms("POST", "/send", { ...call, handler_id: 999_999 })).status).toBe(400);
  });

  test("objects of a site that is not our platform are not shown to anybody", async () => {
    const answer = await wpsms("POST", "/send", {
      sender: "",
      recipients: "numbers",
      numbers: [phone(22)],
      message: "%post_content%",
      notification_handler: "WordPressPostNotification",
      handler_id: 1,
    });
    expect([answer.status, answer.body]).toEqual([400, plugin(400)]);
  });

  test("without a handler_id only the site's variables are filled", async () => {
    const answer = await wpsms("POST", "/send", {
      recipients: "numbers",
      numbers: [phone(23)],
      message: "%post_content% stays",
      notification_handler: "WordPressPostNotification",
    });
    expect(answer.status).toBe(200);
    expect(await received(service, "%post_content% stays")).toHaveLength(1);
  });
});

describe("/send/quick, /send/count, /users/search", () => {
  test("selectors are united, and the response has count and credit", async () => {
    const { rows } = await service.pool.query(
      "insert into users (username, email, name, phone, roles) values ('q1', 'q1@x.test', 'Quick One', $1, '{author}'), ('q2', 'q2@x.test', 'Quick Two', null, '{author}') returning id",
      [phone(30)],
    );
    const recipients = { groups: [], roles: ["author"], users: [rows[0].id], numbers: [phone(30), phone(31), "abc"] };
    const counted = await wpsms("POST", "/send/count", { recipients });
    expect([counted.status, counted.body]).toEqual([
      200,
      ok({ groups: 0, roles: 1, users: 1, numbers: 2, total: 2 }, ""),
    ]);
    const answer = await wpsms("POST", "/send/quick", { message: "quickly", recipients, from: "" });
    expect([answer.status, answer.body]).toEqual([200, ok({ recipient_count: 2, credit: expect.anything() })]);
    expect((await received(service, "quickly")).map(({ to }) => to).toSorted()).toEqual(
      [phone(30), phone(31)].toSorted(),
    );
  });

  test("what looks like a variable of a person stays in the text", async () => {
    const text = "Quick {{name | anybody}} and {{order}}";
    const answer = await wpsms("POST", "/send/quick", { message: text, recipients: { numbers: [phone(33)] } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await received(service, "anybody")).toEqual([{ to: phone(33), body: text }]);
  });

  test("without recipients the count is zero, and a message without recipients or text is refused", async () => {
    expect((await wpsms("POST", "/send/count", {})).body).toEqual(
      ok({ groups: 0, roles: 0, users: 0, numbers: 0, total: 0 }, ""),
    );
    for (const body of [{}, { message: "x" }, { message: "", recipients: { numbers: [phone(0)] } }]) {
      const answer = await wpsms("POST", "/send/quick", body);
      expect([answer.status, answer.body]).toEqual([400, plugin(400)]);
    }
  });

  test("users are found by name and by id; only a user who may see users sees their addresses", async () => {
    const found = await wpsms("GET", "/users/search?search=quick&per_page=20");
    expect(found.body).toEqual(
      ok(
        {
          users: [
            { id: expect.any(Number), name: "Quick One", email: "q1@x.test", mobile: phone(30), hasMobile: true },
            { id: expect.any(Number), name: "Quick Two", email: "q2@x.test", mobile: null, hasMobile: false },
          ],
        },
        "",
      ),
    );
    const { id } = found.body.data.users[0];
    expect((await wpsms("GET", `/users/search?search=${id}`)).body.data.users).toHaveLength(1);
    const masked = await wpsms("GET", "/users/search?search=quick", undefined, { as: sender });
    expect(masked.body.data.users[0]).toEqual({ id, name: "Quick One", email: "", mobile: null, hasMobile: true });
  });
});

test("without the setting none of it exists", async () => {
  const plain = await startTestService({}, { workerLoops: false });
  for (const path of ["/wpsms/v1/credit", "/wp-json/wpsms/v1/credit"]) {
    const response = await plain.app.request(`http://127.0.0.1${path}`);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([404, "no_route"]);
  }
  await plain.end();
});
