import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { deliveriesOf } from "../support/database/ledger.ts";
import { compatCalls, compatSettings, ok, phone, plugin } from "../support/service/compat.ts";
import { eventually } from "../support/engine/engine.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
const wpsms = compatCalls(() => service);
beforeAll(async () => {
  service = await startTestService(compatSettings);
});
afterAll(() => service.end());

let next = 2_400;
const fresh = (): string => phone((next += 1));

test("whatever is wrong with a call, it is reported and is no server error", async () => {
  const made = await wpsms("POST", "/subscribers", { name: "Ada", mobile: fresh(), group_id: 1 });
  const { id } = made.body.data;
  const wrong = [
    "0",
    "-1",
    "1.5",
    "1e400",
    "99999999999999999999",
    "999999999999999",
    "x",
    "\0",
    "\ud800",
    "%",
    "'",
    [],
    {},
    null,
    [[]],
  ];
  const routes = [
    ["GET", "/subscribers", ["page", "per_page", "search", "group_id", "status", "country_code", "orderby", "order"]],
    ["GET", "/subscribers/export", ["group_id", "status"]],
    ["GET", "/scheduled", ["page", "per_page", "search", "status", "date_from", "date_to"]],
    ["GET", "/repeating", ["page", "per_page", "search", "status"]],
    ["POST", "/subscribers", ["name", "mobile", "group_id", "status", "custom_fields"]],
    ["PUT", `/subscribers/${id}`, ["name", "mobile", "group_id", "status", "custom_fields"]],
    ["POST", "/subscribers/bulk", ["action", "ids", "group_id"]],
    ["POST", "/scheduled/bulk", ["action", "ids"]],
    ["POST", "/outbox/bulk", ["action", "ids"]],
    ["POST", "/privacy/search", ["mobile"]],
    ["POST", "/privacy/export", ["mobile"]],
    ["POST", "/privacy/delete", ["mobile", "confirm"]],
  ] as const;
  for (const [method, path, names] of routes)
    for (const value of wrong) {
      const fields = Object.fromEntries(names.map((name) => [name, value]));
      const text = typeof value === "string" ? value : JSON.stringify(value);
      const query = new URLSearchParams(Object.fromEntries(names.map((name) => [name, text])));
      for (const one of [fields, ...(method === "GET" ? [] : names.map((name) => ({ [name]: value })))]) {
        const answer = method === "GET" ? await wpsms(method, `${path}?${query}`) : await wpsms(method, path, one);
        expect([path, JSON.stringify(one), answer.status < 500]).toEqual([path, JSON.stringify(one), true]);
      }
    }
  for (const path of ["subscribers", "scheduled", "repeating", "outbox"])
    for (const last of ["0", "-1", "x", "1.5", "999999999999999", "9999999999999999999", "%00", "1%2f2"])
      expect((await wpsms("GET", `/${path}/${last}`)).status, `${path}/${last}`).toBeLessThan(500);
});

test("no right but its own opens a route, not even all the others together", async () => {
  const all = ["svc_sendsms", "svc_subscribers", "svc_outbox", "svc_inbox", "svc_setting", "svc_users"] as const;
  const routes = {
    svc_subscribers: [
      "GET /subscribers",
      "POST /subscribers",
      "GET /subscribers/1",
      "PUT /subscribers/1",
      "PATCH /subscribers/1",
      "DELETE /subscribers/1",
      "POST /subscribers/bulk",
      "GET /subscribers/export",
    ],
    svc_setting: ["POST /privacy/search", "POST /privacy/export", "POST /privacy/delete"],
    svc_sendsms: ["GET /scheduled", "GET /repeating", "DELETE /scheduled/1", "POST /repeating/bulk"],
    svc_outbox: ["GET /outbox", "GET /outbox/1", "DELETE /outbox/1", "POST /outbox/bulk", "GET /outbox/export"],
  };
  for (const [needed, names] of Object.entries(routes)) {
    const as = await service.userWith(...all.filter((one) => one !== needed));
    for (const name of names) {
      const [method, path] = name.split(" ") as [string, string];
      expect([name, (await wpsms(method, path, method === "GET" ? undefined : {}, { as })).status]).toEqual([
        name,
        403,
      ]);
      const nobody = await wpsms(method, path, undefined, { as: null });
      expect([name, nobody.status]).toEqual([name, 401]);
    }
  }
});

describe("DELETE /outbox/{id}", () => {
  async function entry(): Promise<number> {
    const mobile = fresh();
    await wpsms("POST", "/send", { sender: "", recipients: "numbers", numbers: [mobile], message: "to be deleted" });
    return eventually(async () => {
      const [item] = (await wpsms("GET", `/outbox?search=${encodeURIComponent(mobile)}`)).body.data.items;
      return item?.status === "success" && (item.id as number);
    });
  }
  const stats = async () => (await wpsms("GET", "/outbox")).body.data.stats;

  test("removes the entry from the log and from its counts, once", async () => {
    const [id, other] = [await entry(), await entry()];
    const before = await stats();
    const gone = await wpsms("DELETE", `/outbox/${id}`);
    expect([gone.status, gone.body]).toEqual([200, ok([])]);
    expect((await wpsms("GET", `/outbox/${id}`)).status).toBe(404);
    const again = await wpsms("DELETE", `/outbox/${id}`);
    expect([again.status, again.body]).toEqual([404, plugin(404)]);
    expect(await stats()).toEqual({ total: before.total - 1, success: before.success - 1, failed: before.failed });
    const bulk = await wpsms("POST", "/outbox/bulk", { action: "delete", ids: [id, other] });
    expect([bulk.status, bulk.body]).toEqual([200, ok({ affected: 1, errors: [expect.any(String)] })]);
    for (const action of ["delete", "resend"]) {
      const none = await wpsms("POST", "/outbox/bulk", { action, ids: [id, 999_999_999] });
      expect([none.status, none.body]).toEqual([
        200,
        ok({ affected: 0, errors: [expect.any(String), expect.any(String)] }),
      ]);
    }
  });

  test("the body is deleted with the entry if it was to that person alone: an erasure could not find it any more", async () => {
    const id = await entry();
    const other = await entry();
    const textsOf = async () =>
      (
        await service.pool.query(
          "select m.body, e.data->>'message' as events, d.last_error as answer from messages m join events e on e.message_id = m.id and e.kind = 'new_sms' left join webhook_deliveries d on d.event_id = e.id where m.body in ('[erased]', 'to be deleted') order by m.id desc limit 2",
        )
      ).rows;
    // As for a webhook; the response is that of a program that repeats its input.
    await service.pool.query(
      "insert into events (kind, message_id, data) select 'new_sms', id, jsonb_build_object('message', body) from messages where body = 'to be deleted'",
    );
    await service.pool.query(
      `with hook as (insert into webhooks (url, secret, types) values ('https://example.org/', '', '{}') returning id)
       insert into webhook_deliveries (webhook_id, event_id, kind, state, last_error)
       select hook.id, e.id, e.kind, 'failed', 'Unexpected: to be deleted' from hook, events e where e.kind = 'new_sms'`,
    );
    await wpsms("DELETE", `/outbox/${id}`);
    expect(await textsOf()).toEqual([
      { body: "to be deleted", events: "to be deleted", answer: "Unexpected: to be deleted" },
      { body: "[erased]", events: null, answer: null },
    ]);
    await wpsms("DELETE", `/outbox/${other}`);
  });

  test("an entry whose person was erased is shown, is not sent again, and can be deleted", async () => {
    const id = await entry();
    const [mobile] = (await wpsms("GET", `/outbox/${id}`)).body.data.recipients;
    await eventually(
      async () =>
        (await service.pool.query("select 1 from deliveries where id = $1 and state = 'delivered'", [id])).rowCount ===
        1,
    );
    await wpsms("POST", "/privacy/delete", { mobile, confirm: true });
    await eventually(async () => (await deliveriesOf(service.pool, { phone: mobile })).length === 0);
    const shown = await wpsms("GET", `/outbox/${id}`);
    expect([shown.status, shown.body.data?.recipients]).toEqual([200, [`+0${id}`]]);
    const log = await service.call("GET", `/outbox?recipient=%2B0${id}`);
    expect([log.status, log.body.data.items.length]).toEqual([200, 1]);
    const before = (await stats()).total;
    const resent = await wpsms("POST", `/outbox/${id}/resend`);
    expect([resent.status, resent.body]).toEqual([400, plugin(400)]);
    expect((await stats()).total).toBe(before);
    const { message_id: message } = log.body.data.items[0];
    expect((await wpsms("DELETE", `/outbox/${id}`)).status).toBe(200);
    const { progress } = (await service.call("GET", `/messages/${message}`)).body.data;
    expect(progress).toMatchObject({ total: 0, pending: 0 });
  });

  test("an entry that keeps a message from being sent twice stays", async () => {
    const id = await entry();
    await service.pool.query(
      "update messages set state = 'resolving', finished_at = null where id = (select message_id from deliveries where id = $1)",
      [id],
    );
    const answer = await wpsms("DELETE", `/outbox/${id}`);
    expect([answer.status, answer.body]).toEqual([400, plugin(400)]);
    expect((await wpsms("GET", `/outbox/${id}`)).status).toBe(200);
  });
});
