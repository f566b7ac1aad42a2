import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { compatCalls, compatSettings, ok, phone, plugin, received, time, words } from "../support/service/compat.ts";
import { eventually } from "../support/engine/engine.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

// Bodies and statuses here are written from WP SMS's observed responses, not from our code.

let service: TestService;
let second: number;
const wpsms = compatCalls(() => service);
beforeAll(async () => {
  service = await startTestService(compatSettings);
  second = (await wpsms("POST", "/groups", { name: "second" })).body.data.id;
});
afterAll(() => service.end());

let next = 400;
const fresh = (): string => phone((next += 1));
async function add(more: object = {}): Promise<{ id: number; mobile: string }> {
  const mobile = fresh();
  const made = await wpsms("POST", "/subscribers", { name: "Ada", mobile, group_id: 1, ...more });
  expect([made.status, made.body]).toEqual([201, ok({ id: expect.any(Number) })]);
  return { id: made.body.data.id, mobile };
}
const read = async (id: number) => (await wpsms("GET", `/subscribers/${id}`)).body.data;

describe("/subscribers", () => {
  test("a created one can be read, changed and deleted", async () => {
    const { id, mobile } = await add({ custom_fields: { city: "Bonn" } });
    expect(await wpsms("GET", `/subscribers/${id}`)).toMatchObject({
      status: 200,
      body: ok(
        {
          id,
          name: "Ada",
          mobile,
          group_id: 1,
          group_name: "Newsletter",
          status: "1",
          date: time,
          date_formatted: expect.stringMatching(/^\w+ \d+, \d{4} \d+:\d\d [ap]m$/),
          custom_fields: { city: "Bonn" },
        },
        expect.any(String),
      ),
    });
    for (const [method, body] of [
      ["PUT", { name: "Ada L.", mobile, group_id: 1, status: "1", custom_fields: {} }],
      ["POST", { name: "Ada L.", group_id: second }],
      ["PATCH", { status: "0" }],
    ] as const) {
      const changed = await wpsms(method, `/subscribers/${id}`, body);
      expect([method, changed.status, changed.body]).toEqual([method, 200, ok([])]);
    }
    expect(await read(id)).toMatchObject({ name: "Ada L.", status: "0", custom_fields: [] });
    await wpsms("PUT", `/subscribers/${id}`, { status: "1", group_id: second });
    expect(await read(id)).toMatchObject({ status: "1", group_id: second, group_name: "second" });
    const gone = await wpsms("DELETE", `/subscribers/${id}`);
    expect([gone.status, gone.body]).toEqual([200, ok([])]);
    for (const method of ["GET", "PUT", "DELETE"]) {
      const answer = await wpsms(method, `/subscribers/${id}`, method === "PUT" ? { name: "x" } : undefined);
      expect([answer.status, answer.body]).toEqual([404, plugin(404)]);
    }
  });

  test("the same number twice is 400; several groups report which were new", async () => {
    const { id, mobile } = await add();
    const again = await wpsms("POST", "/subscribers", { name: "Ada", mobile, group_id: 1 });
    expect([again.status, again.body]).toEqual([400, plugin(400)]);
    const both = await wpsms("POST", "/subscribers", { name: "Ada", mobile, group_id: [1, second] });
    expect([both.status, both.body]).toEqual([201, ok({ ids: [id], skipped: 1 })]);
    const none = await wpsms("POST", "/subscribers", { name: "Ada", mobile, group_id: [1, second] });
    expect([none.status, none.body]).toEqual([400, plugin(400)]);
  });

  test("what is missing or wrong is refused in WP SMS's form", async () => {
    expect((await wpsms("POST", "/subscribers", {})).body).toMatchObject({
      code: "rest_missing_callback_param",
      data: { params: ["name", "mobile"] },
    });
    expect((await wpsms("POST", "/subscribers", { name: "A", mobile: fresh(), status: 1 })).body.data.details).toEqual({
      status: expect.objectContaining({ code: "rest_invalid_type" }),
    });
    expect((await wpsms("POST", "/subscribers", { name: "A", mobile: "abc" })).body).toEqual(plugin(400));
    const { id } = await add();
    expect((await wpsms("PUT", `/subscribers/${id}`, { mobile: fresh() })).body).toEqual(plugin(400));
    expect((await wpsms("GET", "/subscribers?status=gone")).body.code).toBe("rest_invalid_param");
  });

  test("one that is stored as inactive gets no message", async () => {
    const { id } = await add({ status: "0", group_id: second });
    expect(await read(id)).toMatchObject({ status: "0" });
    await add({ group_id: second });
    await wpsms("POST", "/send", {
      sender: "",
      recipients: "subscribers",
      group_ids: [second],
      message: "only who wants",
    });
    const { mobile } = await read(id);
    expect((await received(service, "only who wants")).map(({ to }) => to)).not.toContain(mobile);
  });

  test("a person stored as inactive in one group keeps their state in the others", async () => {
    const { mobile } = await add();
    const made = await wpsms("POST", "/subscribers", { name: "Ada", mobile, group_id: second, status: "0" });
    expect(made.status).toBe(201);
    const id = made.body.data.id;
    const { groups } = (await service.call("GET", `/subscribers/${id}`)).body.data;
    expect(groups.map((one: { id: number; state: string }) => [one.id, one.state])).toEqual([
      [1, "active"],
      [second, "left"],
    ]);
  });

  test("the list has filters, pages and counts of all", async () => {
    const people = [
      await add({ name: "Listed b" }),
      await add({ name: "Listed a" }),
      await add({ name: "Listed c", status: "0" }),
    ];
    const list = async (query: string) => (await wpsms("GET", `/subscribers?search=Listed&${query}`)).body;
    const whole = await list("");
    expect(whole).toEqual(
      ok(
        {
          items: expect.any(Array),
          pagination: { total: 3, total_pages: 1, current_page: 1, per_page: 20 },
          stats: { total: expect.any(Number), active: expect.any(Number), inactive: expect.any(Number) },
        },
        expect.any(String),
      ),
    );
    const ids = (body: { data: { items: { id: number }[] } }): number[] => body.data.items.map(({ id }) => id);
    const [b, a, c] = people.map(({ id }) => id);
    expect(ids(whole)).toEqual([c, a, b]);
    expect(ids(await list("orderby=name&order=asc"))).toEqual([a, b, c]);
    expect(ids(await list("status=active"))).toEqual([a, b]);
    expect(ids(await list("status=inactive"))).toEqual([c]);
    expect(ids(await list(`group_id=${second}`))).toEqual([]);
    expect(ids(await list("country_code=DE&per_page=1&page=2"))).toEqual([a]);
    expect(ids(await list("country_code=US"))).toEqual([]);
    expect(ids(await list("page=9"))).toEqual([]);
    const { total, active, inactive } = whole.data.stats;
    expect(total).toBe(active + inactive);
  });

  test("several are activated, deactivated, moved and deleted in one call", async () => {
    const ids = [(await add()).id, (await add()).id];
    const bulk = (action: string, more: object = {}) => wpsms("POST", "/subscribers/bulk", { action, ids, ...more });
    expect((await bulk("deactivate")).body).toEqual(ok({ affected: 2 }));
    expect(await read(ids[0]!)).toMatchObject({ status: "0" });
    expect((await bulk("activate")).body).toEqual(ok({ affected: 2 }));
    expect((await bulk("move")).body).toEqual(plugin(400));
    expect((await bulk("move", { group_id: second })).body).toEqual(ok({ affected: 2 }));
    expect(await read(ids[1]!)).toMatchObject({ status: "1", group_id: second });
    expect((await bulk("delete", { ids: [...ids, 99_999_999] })).body).toEqual(ok({ affected: 2 }));
    expect((await bulk("delete", { ids: [] })).body).toEqual(plugin(400));
    expect((await bulk("explode")).body.code).toBe("rest_invalid_param");
  });

  test("a change that is refused in part changes nothing", async () => {
    const { id } = await add({ status: "0" });
    const before = await read(id);
    const change = { name: "Other", status: "1", group_id: 99_999_999 };
    expect((await wpsms("PUT", `/subscribers/${id}`, change)).body).toEqual(plugin(400));
    expect(await read(id)).toEqual(before);
  });

  test("a person without a group is activated in the site's own, whatever its number", async () => {
    const site = await startTestService({ TIDINGS_COMPAT: "wpsms", TIDINGS_COUNTRY: "DE" });
    try {
      const calls = compatCalls(() => site);
      const kept = (await calls("POST", "/groups", { name: "kept" })).body.data.id;
      const mobile = fresh();
      const { id } = (await calls("POST", "/subscribers", { name: "Eve", mobile, group_id: 1 })).body.data;
      expect((await site.call("DELETE", "/groups/1?force=true")).status).toBe(200);
      expect((await calls("GET", `/subscribers/${id}`)).body.data).toMatchObject({ status: "0", group_id: 0 });
      const activated = await calls("POST", "/subscribers/bulk", { action: "activate", ids: [id] });
      expect(activated.body).toEqual(ok({ affected: 1 }));
      expect((await calls("GET", `/subscribers/${id}`)).body.data).toMatchObject({ status: "1", group_id: kept });
    } finally {
      await site.end();
    }
  });

  test("a move does not confirm an unconfirmed subscription", async () => {
    const mobile = fresh();
    await service.call("POST", "/newsletter", { name: "Waits", mobile, group_id: 1 });
    const { items } = (await wpsms("GET", `/subscribers?search=${encodeURIComponent(mobile)}`)).body.data;
    expect(items[0].status).toBe("0");
    await wpsms("POST", "/subscribers/bulk", { action: "move", ids: [items[0].id], group_id: second });
    expect((await service.call("GET", `/subscribers/${items[0].id}`)).body.data).toMatchObject({
      state: "pending",
      groups: [{ id: 1, state: "pending" }],
    });
  });

  test("the export is a table with everyone, and no formula", async () => {
    const group = (await wpsms("POST", "/groups", { name: "export" })).body.data.id;
    for (let n = 0; n < 3; n += 1) await add({ name: n === 0 ? "=1+1" : `Row ${n}`, group_id: group });
    const { status, body } = await wpsms("GET", `/subscribers/export?group_id=${group}`);
    expect([status, body]).toEqual([
      200,
      ok(
        {
          csv_data: [
            ["ID", "date", "name", "mobile", "status", "group_ID"],
            [expect.any(Number), time, "Row 2", expect.stringMatching(/^\+/), "1", group],
            [expect.any(Number), time, "Row 1", expect.stringMatching(/^\+/), "1", group],
            [expect.any(Number), time, "'=1+1", expect.stringMatching(/^\+/), "1", group],
          ],
          filename: expect.stringMatching(/^wsms-subscribers-\d{4}(-\d\d){5}\.csv$/),
          count: 3,
        },
        expect.any(String),
      ),
    ]);
    expect((await wpsms("GET", "/subscribers/export?group_id=999999")).body.data.count).toBe(0);
  });
});

describe("/privacy", () => {
  async function known(): Promise<string> {
    const { mobile } = await add();
    await wpsms("POST", "/send", {
      sender: "",
      recipients: "numbers",
      numbers: [mobile],
      message: `${"long ".repeat(30)}`,
    });
    await eventually(
      async () =>
        (await wpsms("GET", `/outbox?search=${encodeURIComponent(mobile)}`)).body.data.items[0]?.status === "success",
    );
    return mobile;
  }

  test("search returns the records and their sources", async () => {
    const mobile = await known();
    const { status, body } = await wpsms("POST", "/privacy/search", { mobile });
    expect([status, body]).toEqual([
      200,
      ok({
        found: true,
        records: [
          {
            source: "sms_subscribes",
            id: expect.any(Number),
            display_name: "Ada",
            mobile,
            group: "Newsletter",
            status: "Active",
            created_at: time,
          },
          {
            source: "sms_send",
            id: expect.any(Number),
            display_name: "SMS Message",
            mobile,
            sender: "",
            message: expect.stringMatching(/^.{100}\.\.\.$/),
            status: "success",
            created_at: time,
          },
        ],
        summary: { total_records: 2, wp_users: 0, subscribers: 1, outbox_messages: 1 },
      }),
    ]);
    const none = await wpsms("POST", "/privacy/search", { mobile: fresh() });
    expect([none.status, none.body]).toEqual([200, ok({ found: false, records: [] })]);
    expect((await wpsms("POST", "/privacy/search", { mobile: "abc" })).body).toEqual(plugin(400));
    expect((await wpsms("POST", "/privacy/search", {})).body.code).toBe("rest_missing_callback_param");
  });

  test("export is a table", async () => {
    const mobile = await known();
    const { body } = await wpsms("POST", "/privacy/export", { mobile });
    expect(body).toEqual(
      ok({
        csv_data: [
          ["Source", "ID", "Name", "Mobile", "Details", "Date"],
          ["sms_subscribes", expect.any(Number), "Ada", mobile, "Group: Newsletter, Status: Active", time],
          ["sms_send", expect.any(Number), "SMS Message", mobile, expect.stringMatching(/^Message: long /), time],
        ],
        filename: expect.stringMatching(/^wpsms-privacy-export-\d+-\d{4}-\d\d-\d\d\.csv$/),
        count: 2,
      }),
    );
    const none = await wpsms("POST", "/privacy/export", { mobile: fresh() });
    expect([none.status, none.body]).toEqual([404, plugin(404)]);
  });

  test("delete requires a confirmation, reports what is deleted, and finds nothing afterwards", async () => {
    const mobile = await known();
    expect((await wpsms("POST", "/privacy/delete", { mobile })).body.code).toBe("rest_missing_callback_param");
    expect((await wpsms("POST", "/privacy/delete", { mobile, confirm: false })).body).toEqual(plugin(400));
    const gone = await wpsms("POST", "/privacy/delete", { mobile, confirm: true });
    expect([gone.status, gone.body]).toEqual([
      200,
      ok({ deleted: { wp_users: 0, sms_subscribes: 1, sms_send: 1 }, total: 2 }),
    ]);
    await eventually(async () => !(await wpsms("POST", "/privacy/search", { mobile })).body.data.found);
    const again = await wpsms("POST", "/privacy/delete", { mobile, confirm: true });
    expect([again.status, again.body]).toEqual([404, plugin(404)]);
  });

  test("is for users who may change settings", async () => {
    const as = await service.userWith("svc_subscribers", "svc_outbox");
    for (const path of ["/privacy/search", "/privacy/export", "/privacy/delete"]) {
      const answer = await wpsms("POST", path, { mobile: fresh(), confirm: true }, { as });
      expect([answer.status, answer.body]).toEqual([
        403,
        { code: "rest_forbidden", message: words, data: { status: 403 } },
      ]);
    }
  });
});
