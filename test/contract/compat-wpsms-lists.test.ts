import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { phoneOf } from "#gateways/adapters/sandbox";

import { compatCalls, compatSettings, ok, phone, plugin, received, time, words } from "../support/service/compat.ts";
import { eventually, numbers } from "../support/engine/engine.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

// Bodies and statuses here are written from WP SMS's observed responses, not from our code.

let service: TestService;
const wpsms = compatCalls(() => service);
beforeAll(async () => {
  service = await startTestService(compatSettings);
  await service.pool.query(`insert into settings (name, value) values ('newsletter', '{"doubleOptIn": true}')`);
});
afterAll(() => service.end());

describe("/newsletter", () => {
  const subscribe = (more: object) => wpsms("POST", "/newsletter", { name: "Ada", mobile: phone(40), ...more });

  async function codeOf(mobile: string): Promise<string> {
    return eventually(async () => {
      const sms = phoneOf(service.gateways.gateways[0]!.gateway)!
        .messages()
        .find(({ to }) => to === mobile);
      return sms && /\d{6}/.exec(sms.body)?.[0];
    });
  }

  test("a person subscribes, confirms with the code and leaves, each of them once", async () => {
    const made = await subscribe({});
    expect([made.status, made.body]).toEqual([200, ok([])]);
    const wrong = await wpsms("POST", "/newsletter/verify", { name: "Ada", mobile: phone(40), activation: "1" });
    expect([wrong.status, wrong.body]).toEqual([400, plugin(400)]);
    const activation = await codeOf(phone(40));
    const right = await wpsms("POST", "/newsletter/verify", { name: "Ada", mobile: phone(40), activation });
    expect([right.status, right.body]).toEqual([200, ok([])]);
    const again = await subscribe({});
    expect([again.status, again.body]).toEqual([400, plugin(400)]);
    const left = await wpsms("POST", "/newsletter/unsubscribe", {
      name: "Ada",
      mobile: phone(40),
      group_id: '["[1]"]',
    });
    expect([left.status, left.body]).toEqual([200, ok([])]);
    const twice = await wpsms("POST", "/newsletter/unsubscribe", { name: "Ada", mobile: phone(40) });
    expect([twice.status, twice.body]).toEqual([400, plugin(400)]);
  });

  test("what is missing, empty, wrong or unknown is refused in WP SMS's form", async () => {
    expect((await wpsms("POST", "/newsletter", { mobile: phone(41) })).body).toMatchObject({
      code: "rest_missing_callback_param",
      data: { params: ["name"] },
    });
    expect((await wpsms("POST", "/newsletter/verify", {})).body.data.params).toEqual(["name", "mobile", "activation"]);
    expect((await subscribe({ name: " " })).body).toEqual(plugin(400));
    expect((await subscribe({ mobile: "abc" })).body).toEqual(plugin(400));
    expect((await subscribe({ group_id: 999 })).body).toEqual({
      code: "rest_invalid_param",
      message: words,
      data: {
        status: 400,
        params: { group_id: words },
        details: { group_id: { code: "subscribe", message: words, data: null } },
      },
    });
    const unknown = await wpsms("POST", "/newsletter/unsubscribe", { name: "x", mobile: phone(49) });
    expect([unknown.status, unknown.body]).toEqual([400, plugin(400)]);
  });

  test("everybody is returned as a bare list, however many they are: pending ones too, but not those who left", async () => {
    await service.pool.query(
      `with s as (insert into subscribers (phone, name) select p, 'N' from unnest($1::text[]) p returning id, phone)
       insert into memberships (group_id, subscriber_id, phone, state) select 1, id, phone, 'active' from s`,
      [numbers(2_500, 700_000)],
    );
    expect((await subscribe({ mobile: phone(41) })).status).toBe(200);
    const all = await wpsms("GET", "/newsletter");
    expect(all.status).toBe(200);
    const mobiles = (all.body as { name: string; mobile: string }[]).map(({ mobile }) => mobile);
    expect(mobiles).toEqual(expect.arrayContaining(numbers(2_500, 700_000)));
    expect(mobiles).toContain(phone(41));
    expect(mobiles).not.toContain(phone(40));
    expect(Object.keys(all.body[0])).toEqual(["name", "mobile"]);
    expect((await wpsms("GET", "/newsletter?group_id=999")).body).toEqual([]);
    const exactly = await service.call("POST", "/groups", { name: "A thousand" });
    await service.pool.query(
      "insert into memberships (group_id, subscriber_id, phone, state) select $1, id, phone, 'active' from subscribers where phone = any($2)",
      [exactly.body.data.id, numbers(1_000, 700_000)],
    );
    expect((await wpsms("GET", `/newsletter?group_id=${exactly.body.data.id}`)).body).toHaveLength(1_000);
  });
});

describe("/webhook", () => {
  const hook = (method: string, more: object = {}) =>
    wpsms(method, "/webhook", { webhook_url: "https://127.0.0.1:9/hook", type: "new_sms", ...more });

  test("added twice and removed twice is 200 with nothing to report", async () => {
    for (const method of ["POST", "POST", "DELETE", "DELETE"]) {
      const answer = await hook(method);
      expect([method, answer.status, answer.body]).toEqual([method, 200, ok([])]);
    }
  });

  test("a call that is repeated with its Idempotency-Key succeeds as well", async () => {
    const call = { webhook_url: "https://127.0.0.1:9/keyed", type: "new_sms" };
    for (let times = 0; times < 2; times += 1) {
      const answer = await wpsms("POST", "/webhook", call, { headers: { "idempotency-key": "hook" } });
      expect([answer.status, answer.body]).toEqual([200, ok([])]);
    }
  });

  test("a bad address has a message and no details; another type is not accepted", async () => {
    for (const webhook_url of ["http://example.com/hook", "nonsense"]) {
      const answer = await hook("POST", { webhook_url });
      expect(answer.body).toEqual({
        code: "rest_invalid_param",
        message: words,
        data: { status: 400, params: { webhook_url: words }, details: {} },
      });
    }
    expect((await hook("POST", { type: "new_incoming_sms" })).body.data.details.type.code).toBe("rest_not_in_enum");
    expect((await hook("DELETE", { type: undefined })).body.data.params).toEqual(["type"]);
  });
});

describe("/outbox", () => {
  test("an entry, the pages and the counts are those that WP SMS returns", async () => {
    await wpsms("POST", "/send", {
      recipients: "numbers",
      numbers: [phone(50)],
      message: "in the log",
      sender: "Shop",
    });
    await received(service, "in the log");
    const { status, body } = await wpsms("GET", "/outbox?search=in+the+log&status=success&order=ASC");
    expect([status, body]).toEqual([
      200,
      ok(
        {
          items: [
            {
              id: expect.any(Number),
              date: time,
              date_formatted: expect.stringMatching(/^[A-Z][a-z]+ \d{1,2}, \d{4} \d{1,2}:\d\d [ap]m$/),
              sender: "Shop",
              recipient: phone(50),
              recipient_count: 1,
              message: "in the log",
              status: "success",
              response: expect.any(String),
              media: [],
            },
          ],
          pagination: { total: 1, total_pages: 1, current_page: 1, per_page: 20 },
          stats: { total: 1, success: 1, failed: 0 },
        },
        "",
      ),
    ]);
  });

  test("a page beyond the end is empty, an invalid date is ignored, an invalid status is not", async () => {
    const beyond = await wpsms("GET", "/outbox?page=90&date_from=nonsense");
    expect([beyond.status, beyond.body.data.items]).toEqual([200, []]);
    expect((await wpsms("GET", "/outbox?status=sent")).body.code).toBe("rest_invalid_param");
    expect((await wpsms("GET", "/outbox?per_page=0")).body).toEqual(plugin(400));
    expect((await wpsms("GET", "/outbox?per_page=500")).body.data.pagination.per_page).toBe(100);
  });
});

describe("one entry of the outbox", () => {
  async function entry(message: string) {
    await wpsms("POST", "/send", { recipients: "numbers", numbers: [phone(51)], message, sender: "Shop" });
    await received(service, message);
    const { body } = await wpsms("GET", `/outbox?search=${encodeURIComponent(message)}`);
    return body.data.items[0] as { id: number };
  }

  test("is shown with its recipients", async () => {
    const item = await entry("a single entry");
    const { status, body } = await wpsms("GET", `/outbox/${item.id}`);
    expect([status, body]).toEqual([200, ok({ ...item, recipients: [phone(51)] }, "")]);
    for (const id of ["999999999", "99999999999999"]) {
      const none = await wpsms("GET", `/outbox/${id}`);
      expect([none.status, none.body]).toEqual([404, plugin(404)]);
    }
  });

  test("is sent again by a user who may read and send, as an entry of its own", async () => {
    await wpsms("GET", "/credit");
    const item = await entry("once more");
    const again = await wpsms("POST", `/outbox/${item.id}/resend`);
    expect([again.status, again.body]).toEqual([200, ok({ credit: expect.anything() })]);
    expect(await received(service, "once more")).toHaveLength(2);
    const [reads, sends] = [await service.userWith("svc_outbox"), await service.userWith("svc_sendsms")];
    for (const as of [reads, sends]) {
      const refused = await wpsms("POST", `/outbox/${item.id}/resend`, undefined, { as });
      expect([refused.status, refused.body.code]).toEqual([403, "rest_forbidden"]);
    }
    const bulk = await wpsms("POST", "/outbox/bulk", { action: "resend", ids: [item.id] }, { as: reads });
    expect([bulk.status, bulk.body]).toEqual([403, plugin(403)]);
    expect((await wpsms("POST", "/outbox/999999999/resend")).status).toBe(404);
    expect(await received(service, "once more")).toHaveLength(2);
  });

  test("several are sent again, each once, also if the call is repeated", async () => {
    const [a, b] = [await entry("bulk one"), await entry("bulk two")];
    const options = { headers: { "idempotency-key": "bulk" } };
    const call = { action: "resend", ids: [a.id, b.id, 999_999_999] };
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await wpsms("POST", "/outbox/bulk", call, options);
      expect([status, body.data]).toEqual([200, { affected: 2, errors: [words] }]);
    }
    expect([await received(service, "bulk one"), await received(service, "bulk two")].map((all) => all.length)).toEqual(
      [2, 2],
    );
    expect((await wpsms("POST", "/outbox/bulk", { action: "resend", ids: [] })).body).toEqual(plugin(400));
    expect((await wpsms("POST", "/outbox/bulk", { action: "burn", ids: [1] })).body.code).toBe("rest_invalid_param");
  });

  test("a text with what looks like a variable is sent again as it was", async () => {
    const text = "Write {{name | anything}} as it is";
    const item = await entry(text);
    expect((await wpsms("POST", `/outbox/${item.id}/resend`)).status).toBe(200);
    const texts = await received(service, "anything");
    expect(texts.map(({ body }) => body)).toEqual([text, text]);
  });

  test("marketing is not sent again to a person who has left its groups", async () => {
    const group = await service.call("POST", "/groups", { name: "Left since" });
    const person = { mobile: phone(53), group_id: group.body.data.id as number };
    await service.call("POST", "/newsletter", { ...person, name: "Lee", double_opt_in: false });
    await service.call("POST", "/send", { group_ids: [person.group_id], message: "to those who stay" });
    await received(service, "to those who stay");
    await service.call("POST", "/newsletter/unsubscribe", person);
    const { body } = await wpsms("GET", "/outbox?search=those+who+stay");
    const resent = await wpsms("POST", `/outbox/${body.data.items[0].id}/resend`);
    expect([resent.status, resent.body]).toEqual([400, plugin(400)]);
    expect((await service.pool.query("select from messages where body = 'to those who stay'")).rowCount).toBe(1);
  });

  test.each(["queued", "held", "sending"])(
    "an entry that is %s may still be sent, so it is not sent again",
    async (state) => {
      const item = await entry(`Not yet: ${state}`);
      await service.pool.query("update deliveries set state = $1 where id = $2", [state, item.id]);
      const resent = await wpsms("POST", `/outbox/${item.id}/resend`);
      await service.pool.query("update deliveries set state = 'delivered' where id = $1", [item.id]);
      expect([resent.status, resent.body]).toEqual([400, plugin(400)]);
    },
  );

  test("what is still to be sent is not sent a second time", async () => {
    await service.call("POST", "/gateways/sandbox/pause");
    await wpsms("POST", "/send", { recipients: "numbers", numbers: [phone(54)], message: "still to come" });
    const { body } = await wpsms("GET", "/outbox?search=still+to+come");
    const resent = await wpsms("POST", `/outbox/${body.data.items[0].id}/resend`);
    await service.call("POST", "/gateways/sandbox/resume");
    expect([resent.status, resent.body]).toEqual([400, plugin(400)]);
    expect(await received(service, "still to come")).toHaveLength(1);
  });

  test("a one-time password is neither shown nor sent again", async () => {
    await service.call("POST", "/send", { numbers: [phone(52)], message: "code 4711", category: "otp" });
    await received(service, "code 4711");
    const { rows } = await service.pool.query("select id from deliveries where phone = $1", [phone(52)]);
    expect((await wpsms("GET", `/outbox/${rows[0].id}`)).body.data.message).toBe("[hidden]");
    expect((await wpsms("POST", `/outbox/${rows[0].id}/resend`)).body).toEqual(plugin(400));
    expect(await received(service, "[hidden]")).toEqual([]);
  });

  test("all of them are exported in one list", async () => {
    await wpsms("POST", "/send", {
      recipients: "numbers",
      numbers: numbers(150, 800_000),
      message: "exported",
    });
    await received(service, "exported");
    const { status, body } = await wpsms("GET", "/outbox/export?status=success");
    expect(status).toBe(200);
    const [head, ...entries] = body.data.data as unknown[][];
    expect(head).toEqual(["ID", "Date", "Sender", "Recipient", "Message", "Status", "Response"]);
    expect([entries.length, new Set(entries.map(([id]) => id)).size]).toEqual([body.data.count, body.data.count]);
    expect(entries.filter((row) => row[4] === "exported")).toHaveLength(150);
    expect(body.data.filename).toMatch(/^outbox-export-\d{4}-\d\d-\d\d\.csv$/);
  });
});

describe("/groups", () => {
  test("a group is created, listed, renamed and deleted", async () => {
    const made = await wpsms("POST", "/groups", { name: "Friends" });
    expect([made.status, made.body]).toEqual([201, ok({ id: expect.any(Number), name: "Friends" })]);
    const { id } = made.body.data;
    expect((await wpsms("POST", "/groups", { name: "Friends" })).body).toEqual(plugin(400));
    expect((await wpsms("POST", "/groups", { name: "" })).body).toEqual(plugin(400));
    const list = await wpsms("GET", "/groups");
    expect(list.body.data.items).toContainEqual({ id, name: "Friends", subscriber_count: 0, active_count: 0 });
    expect(list.body.data.pagination.total_pages).toBe(1);
    expect((await wpsms("PUT", `/groups/${id}`, { name: "Foes" })).body).toEqual(ok({ id, name: "Foes" }));
    expect((await wpsms("GET", `/groups/${id}`)).body.data.name).toBe("Foes");
    const bulk = await wpsms("DELETE", "/groups/bulk", { ids: [id, 999_999] });
    expect(bulk.body.data).toEqual({ deleted: [id], failed: [{ id: 999_999, reason: words }] });
    expect((await wpsms("DELETE", "/groups/bulk", { ids: [999_999] })).body).toEqual(plugin(400));
    for (const method of ["GET", "PUT", "DELETE"]) {
      const answer = await wpsms(method, `/groups/${id}`, method === "GET" ? undefined : { name: "x" });
      expect([method, answer.status, answer.body]).toEqual([method, 404, plugin(404)]);
    }
    expect((await wpsms("DELETE", "/groups/1")).body).toEqual(plugin(400));
  });
});
