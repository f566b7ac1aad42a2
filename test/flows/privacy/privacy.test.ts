import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { deliveriesOf, suppress } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" });
});
afterAll(() => service.end());

let next = 700_000;
const freshPhone = (): string => numbers(1, (next += 1))[0]!;
const send = (list: readonly string[], more: object = {}) =>
  service.call("POST", "/send", { message: "your parcel is here", numbers: list, ...more });
const search = async (mobile: string) => (await service.call("POST", "/privacy/search", { mobile })).body.data;
const rows = async (text: string, values: unknown[] = []) => (await service.pool.query(text, values)).rows;
const over = (mobile: string) =>
  eventually(
    async () =>
      (
        await rows(
          "select 1 from deliveries join messages on messages.id = message_id where phone = $1 and finished_at is null",
          [mobile],
        )
      ).length === 0,
  );
/** What the sandbox delivered has been reported: no more reports are pending. */
const delivered = (mobile: string) =>
  eventually(async () => {
    const found = await deliveriesOf(service.pool, { phone: mobile });
    return found.length > 0 && found.every(({ state }) => state === "delivered");
  });

async function erase(mobile: string) {
  const answer = await service.call("POST", "/privacy/delete", { mobile, confirm: true });
  expect(answer.status).toBe(201);
  return answer.body.data;
}
const look = async (id: string) => (await service.call("GET", `/privacy/erasures/${id}`)).body.data;
const ended = (id: string) => eventually(async () => ((await look(id)).state === "done" ? look(id) : null));

/** Every column of every table that is or holds text, searched as text. */
async function placesOf(part: string): Promise<string[]> {
  const columns = await rows(
    `select table_name as t, column_name as c from information_schema.columns
     where table_schema = 'public' and table_name not in ('idempotency_keys', 'suppressions')
       and data_type in ('text', 'jsonb', 'json', 'ARRAY', 'character varying')`,
  );
  const found: string[] = [];
  for (const { t, c } of columns) {
    const hits = await rows(`select 1 from ${t} where ${c}::text like $1 limit 1`, [`%${part}%`]);
    if (hits.length > 0) found.push(`${t}.${c}`);
  }
  return found;
}

test("what is held under the other number of a phone is named, so that a request about a person is not half answered", async () => {
  const [local, mobile] = ["+541123459921", "+5491123459921"];
  expect(await search(mobile)).not.toHaveProperty("warnings");
  await service.call("POST", "/newsletter", { name: "Ana", mobile: local, double_opt_in: false });
  const named = [expect.stringContaining(local)];
  expect(await search(mobile)).toMatchObject({ found: false, other_mobile: local, warnings: named });
  for (const reply of [(await service.call("POST", "/privacy/export", { mobile })).body.data, await erase(mobile)])
    expect(reply).toMatchObject({ other_mobile: local, warnings: named });
  expect(await search(local)).toMatchObject({ found: true });
  expect(await search(local)).not.toHaveProperty("warnings");
  // A STOP outlives an erasure: if nothing else is held, there is nothing to repeat.
  await suppress(service.pool, local);
  await ended((await erase(local)).erasure_id);
  expect((await search(mobile)).warnings).toEqual([expect.stringMatching(/1 record is held, too/)]);
  expect(await erase(mobile)).not.toHaveProperty("warnings");
});

/** What an alert and its end leave of whom they were sent to. */
const alerted = (mobile: string) =>
  rows(
    `with alert as (
      insert into alerts (id, kind, subject, level, data) values (gen_random_uuid(), 'credit_low', gen_random_uuid()::text, 1, '{}') returning id
    )
    insert into alert_notifications (id, alert_id, event, level, channel, recipient, state)
    select gen_random_uuid(), id, event, 1, 'sms', $1, 'sent' from alert, unnest(array['opened', 'closed']) event`,
    [mobile],
  );

/** A person about whom everything that can be stored is stored. */
async function known(): Promise<string> {
  const mobile = freshPhone();
  const name = `Zerlina ${mobile}`;
  await service.call("POST", "/newsletter", {
    name,
    mobile,
    double_opt_in: false,
    custom_fields: { pet: `cat ${mobile}` },
  });
  await service.call("POST", "/customers", { name, phone: mobile });
  const user = await service.call("POST", "/users", {
    username: `u${mobile.slice(1)}`,
    email: `u${mobile.slice(1)}@example.test`,
    name: "Account",
    phone: mobile,
    roles: ["author"],
  });
  expect(user.status).toBe(201);
  await rows(
    "insert into inbox (gateway, provider_id, sender, recipient, body) values ('sandbox', gen_random_uuid()::text, $1::text, '+4930', 'I am ' || $1::text)",
    [mobile],
  );
  await rows(
    "insert into order_notices (status, reader, enabled, numbers, template, requires_opt_in) values (gen_random_uuid()::text, 'staff', true, array[$1], 'x', false)",
    [mobile],
  );
  await alerted(mobile);
  await send([mobile], { message: `for ${mobile} alone` });
  await send([mobile, freshPhone()]);
  await over(mobile);
  await delivered(mobile);
  return mobile;
}

describe("POST /privacy/search", () => {
  test("counts the stored data, by kind", async () => {
    const mobile = await known();
    expect(await search(mobile)).toEqual({
      mobile,
      found: true,
      total: 10,
      held: {
        subscriber: 1,
        consent: 1,
        form_request: 0,
        customer: 1,
        user: 1,
        suppression: 0,
        order_notice: 1,
        alert: 2,
        schedule: 0,
        inbound: 1,
        outbox: 2,
      },
    });
    expect(await search(freshPhone())).toMatchObject({ found: false, total: 0 });
  });

  test("finds a person by the subscriber's id, and says which is unknown", async () => {
    const mobile = await known();
    const [{ id }] = await rows("select id from subscribers where phone = $1", [mobile]);
    const answer = await service.call("POST", "/privacy/search", { subscriber_id: Number(id) });
    expect(answer.body.data.mobile).toBe(mobile);
    expect((await service.call("POST", "/privacy/search", { subscriber_id: 999_999_999 })).status).toBe(404);
    const both = await service.call("POST", "/privacy/search", { mobile, subscriber_id: 1 });
    expect([both.status, both.body.data.details[0].field]).toEqual([400, "subscriber_id"]);
    expect((await service.call("POST", "/privacy/search", {})).body.data.params).toEqual({
      mobile: expect.any(String),
    });
  });
});

describe("POST /privacy/export", () => {
  test("returns everything, however small the pages are", async () => {
    const mobile = await known();
    const all = await service.call("POST", "/privacy/export", { mobile });
    expect(all.body.data.next_cursor).toBeNull();
    const items: unknown[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await service.call("POST", "/privacy/export", { mobile, per_page: 1, ...(cursor && { cursor }) });
      expect(page.body.data.items.length).toBeLessThanOrEqual(1);
      items.push(...page.body.data.items);
      cursor = page.body.data.next_cursor;
    } while (cursor);
    expect(items).toEqual(all.body.data.items);
    expect(all.body.data.items.map((one: { kind: string }) => one.kind)).toEqual([
      "subscriber",
      "consent",
      "customer",
      "user",
      "order_notice",
      "alert",
      "alert",
      "inbound",
      "outbox",
      "outbox",
    ]);
    expect(all.body.data.items[0].data).toMatchObject({
      mobile,
      custom_fields: { pet: `cat ${mobile}` },
      groups: [{ id: 1, state: "active" }],
      created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    });
    expect(all.body.data.items.at(-1).data).toMatchObject({
      message: `for ${mobile} alone`,
      message_id: expect.stringMatching(/^msg_/),
      state: "delivered",
    });
  });

  test("hides one-time passwords, and accepts no cursor of another list", async () => {
    const mobile = freshPhone();
    await send([mobile], { message: "code 424242", category: "otp" });
    await over(mobile);
    const text = JSON.stringify((await service.call("POST", "/privacy/export", { mobile })).body);
    expect(text).toContain("[hidden]");
    expect(text).not.toContain("424242");
    for (const cursor of ["x", btoa("outbox:'; drop"), btoa("outbox:1"), btoa("nothing:1")])
      expect((await service.call("POST", "/privacy/export", { mobile, cursor })).status).toBe(400);
  });
});

test("POST /privacy/export also returns entries whose messages were dropped with their month", async () => {
  const mobile = await known();
  await rows("delete from messages where id = (select max(message_id::text) from deliveries where phone = $1)::uuid", [
    mobile,
  ]);
  const kinds: string[] = [];
  for (let cursor: string | undefined; ;) {
    const { data } = (await service.call("POST", "/privacy/export", { mobile, per_page: 1, cursor })).body;
    kinds.push(...data.items.map((one: { kind: string }) => one.kind));
    if (data.next_cursor === null) break;
    cursor = data.next_cursor;
  }
  expect(kinds.filter((kind) => kind === "outbox")).toHaveLength(2);
});

describe("POST /privacy/delete", () => {
  test("finds a number that alerts go to, and removes it from them and only it", async () => {
    const [mobile, other] = [freshPhone(), freshPhone()];
    await service.call("PATCH", "/settings", { alerts: { numbers: [mobile, other], quiet: true } });
    expect(await search(mobile)).toMatchObject({ total: 1, held: { alert: 1 } });
    const { items } = (await service.call("POST", "/privacy/export", { mobile })).body.data;
    expect(items).toEqual([
      { kind: "alert", data: { setting: "alerts.numbers", number: mobile, updated_at: expect.stringMatching(/Z$/) } },
    ]);
    expect((await erase(mobile)).erased).toMatchObject({ alert: 1 });
    expect((await service.call("GET", "/settings")).body.data.settings.alerts.numbers).toEqual([other]);
    expect(await search(mobile)).toMatchObject({ found: false });
  });

  test("leaves no trace of the person anywhere, and every count as it was", async () => {
    const mobile = await known();
    const bystander = await known();
    const totals = async () => {
      const { stats } = (await service.call("GET", "/outbox")).body.data;
      return stats;
    };
    const messages = (await rows("select message_id from deliveries where phone = $1", [mobile])).map(
      (row) => row.message_id,
    );
    const before = await eventually(async () => {
      const now = await totals();
      return now.total === now.success ? now : null;
    });
    const { erasure_id: id, suppressed, erased } = await erase(mobile);
    expect([suppressed, erased]).toMatchObject([
      false,
      { subscriber: 1, consent: 1, customer: 1, user: 1, order_notice: 1, alert: 2 },
    ]);
    expect(await ended(id)).toMatchObject({
      waiting: 0,
      erased: { subscriber: 1, consent: 1, customer: 1, user: 1, order_notice: 1, alert: 2, inbound: 1, outbox: 2 },
      finished_at: expect.any(String),
    });
    expect(await placesOf(mobile.slice(1))).toEqual([
      // The account itself: its own names are those that a test gave it.
      "users.username",
      "users.email",
    ]);
    expect(await search(mobile)).toMatchObject({ found: false });
    expect(await totals()).toEqual(before);
    const entries = await rows(
      "select phone, state, sent_at is not null as sent from deliveries where message_id = any($1) order by phone",
      [messages],
    );
    expect(entries.map(({ state }) => state)).toEqual(["delivered", "delivered", "delivered"]);
    expect(entries.filter(({ phone }) => /^\+0\d+$/.test(phone))).toHaveLength(2);
    const texts = await rows("select body from messages where id = any($1) order by accepted", [messages]);
    expect(texts).toEqual([{ body: "[erased]" }, { body: "your parcel is here" }]);
    expect((await search(bystander)).total).toBe(10);
  });

  test("the log can be read, filtered and paged with entries that were erased", async () => {
    const mobile = freshPhone();
    const { body } = await send([mobile, freshPhone()]);
    await over(mobile);
    await delivered(mobile);
    await ended((await erase(mobile)).erasure_id);
    const first = await service.call(
      "GET",
      `/outbox?message_id=${body.data.message_id}&per_page=1&orderby=recipient&order=asc`,
    );
    expect(first.body.data.items[0].recipient).toMatch(/^\+0\d+$/);
    const second = await service.call("GET", `/outbox?cursor=${first.body.data.pagination.next_cursor}&per_page=1`);
    expect([second.status, second.body.data.items.length]).toEqual([200, 1]);
  });

  test("a STOP outlives the erasure", async () => {
    const mobile = await known();
    await suppress(service.pool, mobile, { reason: "opted out by STOP", source: "sms" });
    const { erasure_id: id, suppressed } = await erase(mobile);
    expect(suppressed).toBe(true);
    await ended(id);
    expect((await send([mobile])).body.code).toBe("no_recipients");
    const again = await service.call("POST", "/newsletter", { name: "x", mobile, double_opt_in: false });
    expect([again.status, again.body.data.suppressed]).toEqual([409, true]);
    expect((await search(mobile)).held.suppression).toBe(1);
  });

  test("a STOP that comes after the erasure is kept, also through the next erasure", async () => {
    // Whoever receives a message at this number replies STOP.
    const mobile = "+15005550004";
    await ended((await erase(mobile)).erasure_id);
    await send([mobile]);
    await eventually(async () => (await search(mobile)).held.suppression === 1);
    expect((await erase(mobile)).suppressed).toBe(true);
    expect((await send([mobile])).body.code).toBe("no_recipients");
  });

  test("a repeated request has no further effect, and all requests during one erasure get the same response", async () => {
    const mobile = await known();
    const all = await Promise.all([1, 2, 3, 4].map(() => erase(mobile)));
    for (const { erasure_id: id } of all) await ended(id);
    const later = await erase(mobile);
    expect(await ended(later.erasure_id)).toMatchObject({ erased: { subscriber: 0, outbox: 0 } });
    expect(await search(mobile)).toMatchObject({ found: false });
  });

  test("requires a confirmation, and a person", async () => {
    const mobile = await known();
    for (const body of [{ mobile }, { mobile, confirm: false }, { confirm: true }, { mobile: "abc", confirm: true }])
      expect((await service.call("POST", "/privacy/delete", body)).status).toBe(400);
    expect((await search(mobile)).total).toBe(10);
    expect((await service.call("GET", "/privacy/erasures/era_nothing")).status).toBe(404);
  });

  test("webhook receivers learn that a person left, and not who", async () => {
    const mobile = await known();
    const [{ id }] = await rows("select id from subscribers where phone = $1", [mobile]);
    await erase(mobile);
    const [event] = await rows(
      "select phone, data from events where kind = 'subscriber.unsubscribed' and data->>'subscriber_id' = $1",
      [String(id)],
    );
    expect(event).toEqual({
      phone: null,
      data: { subscriber_id: Number(id), state: "left", groups: [{ id: 1, name: "Newsletter", state: "left" }] },
    });
  });
});
