import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { phoneOf } from "#gateways/adapters/sandbox";

import { suppress } from "../../support/database/ledger.ts";
import { eventually } from "../../support/engine/engine.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { gmt, shopCalls, wooOrder, WEBHOOK_SECRET } from "../../support/woocommerce/shop-orders.ts";
import { startShopStandIn, type ShopStandIn } from "../../support/woocommerce/woocommerce-stand-in.ts";

let service: TestService;
let shop: ShopStandIn;
let last = 0;
beforeAll(async () => {
  shop = await startShopStandIn();
  const options = `?webhook_secret=${encodeURIComponent(WEBHOOK_SECRET)}&name=Tea%20shop&guests=true`;
  service = await startTestService({ TIDINGS_COMMERCE: shop.dsn(options), TIDINGS_COUNTRY: "FR" });
});
afterAll(async () => {
  await service.end();
  await shop.close();
});
beforeEach(async () => {
  last += 100;
  await service.pool.query("delete from order_notices");
});

const nextOrder = (more: Readonly<Record<string, unknown>> = {}) => wooOrder((last += 1), more);

async function setNotice(status: string, more: Readonly<Record<string, unknown>> = {}) {
  const answer = await service.call("PUT", `/order-notices/${status}`, {
    template: `%status% order %order_id%`,
    ...more,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

/** What a gateway sent for an order; nothing more follows once all that was accepted is sent. */
async function texts(part: string): Promise<{ to: string; body: string }[]> {
  await eventually(async () => {
    const { rows } = await service.pool.query("select 1 from deliveries where state in ('queued', 'sending') limit 1");
    return rows.length === 0;
  });
  return phoneOf(service.gateways.gateways[0]!.gateway)!
    .messages()
    .filter((sms) => sms.body.includes(part))
    .map(({ to, body }) => ({ to, body }));
}

async function decisions(order: number): Promise<Record<string, string>> {
  const { rows } = await service.pool.query(
    "select status || ' ' || reader as what, outcome from order_notice_decisions where order_id = $1",
    [order],
  );
  return Object.fromEntries(rows.map((row) => [row.what, row.outcome]));
}

test("a customer gets a message when the order enters a status, with the country of the billing address", async () => {
  await setNotice("processing", {
    template:
      "%site_name%: %billing_first_name% %billing_last_name%, %order_number% (%order_items%) %order_total% %order_total_currency_symbol% by %shipping_method%, note %order_meta_gift_note%, %order_item_meta_color%. %order_view_url%",
  });
  const order = nextOrder();
  const answer = await shopCalls(service, order, { topic: "order.created" });
  expect([answer.status, answer.body.data]).toEqual([
    200,
    { order_id: order.id, status: "processing", result: "handled", notices: [{ to: "customer", outcome: "sent" }] },
  ]);
  expect(await texts(order.number)).toEqual([
    {
      to: `+4915120000${String(order.id).padStart(3, "0")}`,
      body: `Tea shop: Ada Lovelace, ${order.number} (2 x Tea, Cup) 39.90 € by Parcel, note Happy birthday, green. ${shop.url}/my-account/view-order/${order.id}/`,
    },
  ]);
});

test("the same status sent twice, also at once and after another status, makes one message forever", async () => {
  await setNotice("processing");
  const order = nextOrder();
  const answers = await Promise.all(Array.from({ length: 8 }, () => shopCalls(service, order)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  expect(answers.filter(({ body }) => body.data.result === "handled")).toHaveLength(1);
  await shopCalls(service, { ...order, status: "on-hold", date_modified_gmt: gmt(5) });
  const back = await shopCalls(service, { ...order, date_modified_gmt: gmt(10) });
  expect(back.body.data.notices).toEqual([{ to: "customer", outcome: "decided_before" }]);
  expect(await texts(`order ${order.id}`)).toHaveLength(1);
});

test("a change that arrives out of order is not sent: no buyer reads processing after completed", async () => {
  await setNotice("processing");
  await setNotice("completed");
  const order = nextOrder();
  const done = { status: "completed", date_modified_gmt: gmt(60), date_completed_gmt: gmt(60) };
  await shopCalls(service, { ...order, ...done });
  const late = await shopCalls(service, order);
  expect([late.status, late.body.data.result]).toEqual([200, "stale"]);
  expect((await texts(`order ${order.id}`)).map(({ body }) => body)).toEqual([`completed order ${order.id}`]);
});

test("a change from the far future does not make everything stale that comes after", async () => {
  await setNotice("completed");
  const order = nextOrder({ date_modified_gmt: "2099-01-01T00:00:00" });
  await shopCalls(service, order);
  const next = { ...order, status: "completed", date_modified_gmt: gmt(2 * 86_400) };
  expect((await shopCalls(service, next)).body.data.notices).toEqual([{ to: "customer", outcome: "sent" }]);
  const odd = nextOrder({ date_modified_gmt: "+275760-09-13T00:00:00" });
  expect((await shopCalls(service, odd)).body.data).toEqual({});
});

test("an order that is edited without a change of status sends nothing", async () => {
  const order = nextOrder();
  await shopCalls(service, order);
  await setNotice("processing");
  const edited = await shopCalls(service, { ...order, date_modified_gmt: gmt(5), total: "1.00" });
  expect(edited.body.data).toMatchObject({ result: "unchanged", notices: [] });
  expect(await texts(`order ${order.id}`)).toEqual([]);
});

test("an old order that is seen for the first time sends nothing, and its next status does", async () => {
  await setNotice("completed");
  await setNotice("refunded");
  const long = -40 * 86_400;
  const order = nextOrder({ status: "completed", date_created_gmt: gmt(long), date_completed_gmt: gmt(long + 9) });
  const answer = await shopCalls(service, order);
  expect(answer.body.data.notices).toEqual([{ to: "customer", outcome: "too_old" }]);
  await shopCalls(service, { ...order, status: "refunded", date_modified_gmt: gmt(5) });
  expect((await texts(`order ${order.id}`)).map(({ body }) => body)).toEqual([`refunded order ${order.id}`]);
});

test("a change that is found long after it happened is no longer sent", async () => {
  await setNotice("completed");
  const order = nextOrder({ date_modified_gmt: gmt(-20 * 86_400), date_created_gmt: gmt(-21 * 86_400) });
  await shopCalls(service, order);
  const late = { status: "completed", date_modified_gmt: gmt(-9 * 86_400), date_completed_gmt: gmt(-9 * 86_400) };
  const answer = await shopCalls(service, { ...order, ...late });
  expect(answer.body.data.notices).toEqual([{ to: "customer", outcome: "too_old" }]);
});

test("a copy of the shop, with its secret and its numbers, is refused and changes nothing", async () => {
  await setNotice("processing");
  const order = nextOrder();
  for (const source of ["https://staging.shop.example/", `${shop.url}/staging/`, "nonsense"]) {
    const answer = await shopCalls(service, order, { source });
    expect([answer.status, answer.body.code]).toEqual([403, "forbidden"]);
    expect(answer.body.message).toContain(shop.url);
  }
  expect(await decisions(order.id)).toEqual({});
  for (const source of [`${shop.url}/`, shop.url.replace("http:", "https:")]) {
    expect((await shopCalls(service, order, { source })).status).toBe(200);
  }
  expect(await decisions(order.id)).toEqual({ "processing customer": "sent" });
});

test("many concurrent orders are all handled, each once", async () => {
  await setNotice("processing");
  const orders = Array.from({ length: 40 }, () => nextOrder());
  const answers = await Promise.all([...orders, ...orders].map((order) => shopCalls(service, order)));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const got = await texts("processing order");
  const mine = got.filter(({ body }) => orders.some(({ id }) => body.endsWith(` ${id}`)));
  expect([mine.length, new Set(mine.map(({ to }) => to)).size]).toEqual([40, 40]);
});

test("HTML in product names is sent as plain text, and a buyer's own name is not filled in", async () => {
  await setNotice("processing", {
    template: "%billing_first_name% %order_items% %order_total_currency_symbol%%order_id%",
  });
  const order = nextOrder({
    currency_symbol: "&pound;",
    billing: { first_name: "%order_total% &#37;order_id&#37;", phone: "+4915120888888", country: "DE" },
    line_items: [{ name: "Tea &amp; <b>cake</b>", quantity: 1 }],
  });
  await shopCalls(service, order);
  expect((await texts(`£${order.id}`)).map(({ body }) => body)).toEqual([
    `%order_total% %order_id% Tea & cake £${order.id}`,
  ]);
});

test("a notice for staff without recipients is refused", async () => {
  const answer = await service.call("PUT", "/order-notices/processing", { to: "staff", numbers: [], template: "x" });
  expect([answer.status, Object.keys(answer.body.data.params)]).toEqual([400, ["numbers"]]);
});

test("a forged call changes nothing and reveals nothing about the order", async () => {
  await setNotice("processing");
  const order = nextOrder();
  for (const options of [{ secret: "another secret, as long" }, { secret: "" }]) {
    const answer = await shopCalls(service, order, options);
    expect([answer.status, answer.body.code]).toEqual([401, "unauthorized"]);
  }
  const raw = JSON.stringify(order);
  const unsigned = await service.call("POST", "/commerce/woocommerce/webhook", undefined, { as: null, raw });
  expect(unsigned.status).toBe(401);
  const changed = await service.call("POST", "/commerce/woocommerce/webhook", undefined, {
    as: null,
    raw: raw.replace("Ada", "Eve"),
    headers: { "x-wc-webhook-signature": "bm8=" },
  });
  expect(changed.status).toBe(401);
  expect(await decisions(order.id)).toEqual({});
  // Anyone can call this address, and must not fill the log.
  const lines = service.logged.filter(({ message }) => message === "a shop's call has no valid signature");
  expect(lines).toEqual([expect.objectContaining({ others: 0 })]);
});

test("the call that checks whether the service is there is answered 200, and so are unrelated ones", async () => {
  const ping = await service.call("POST", "/commerce/woocommerce/webhook", undefined, {
    as: null,
    raw: "webhook_id=17",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(ping.status).toBe(200);
  expect((await shopCalls(service, { id: 5 }, { topic: "product.updated" })).status).toBe(200);
  expect((await shopCalls(service, {}, { topic: "order.deleted" })).status).toBe(200);
});

test.each([
  "{}",
  "[]",
  "nonsense",
  '{"id":"7","status":"processing"}',
  "",
  '{"id":1,"status":"x y"}',
  // What the shop sends for an order that was deleted before the call was made.
  '{"code":"woocommerce_rest_shop_order_invalid_id","message":"Invalid ID.","data":{"status":404}}',
])("a signed body that holds no order changes nothing, and is no reason to switch the webhook off: %s", async (raw) => {
  const answer = await shopCalls(service, null, { raw });
  expect([answer.status, answer.body.data]).toEqual([200, {}]);
});

test("a body without end is refused before it is read", async () => {
  const answer = await shopCalls(service, null, { raw: "x".repeat(3 * 1_024 * 1_024) });
  expect(answer.status).toBe(413);
});

test("a customer who said no gets nothing, one who said nothing only if no consent is needed, and one who said yes in any case", async () => {
  const said = (value: string) => ({ meta_data: [{ key: "wpsms_woocommerce_order_notification", value }] });
  await setNotice("processing");
  const orders = [nextOrder(said("no")), nextOrder(), nextOrder(said("yes"))];
  for (const order of orders) await shopCalls(service, order);
  await setNotice("completed", { requires_opt_in: true });
  for (const order of orders) await shopCalls(service, { ...order, status: "completed", date_modified_gmt: gmt(9) });
  expect(await Promise.all(orders.map(({ id }) => decisions(id)))).toEqual([
    { "processing customer": "no_opt_in", "completed customer": "no_opt_in" },
    { "processing customer": "sent", "completed customer": "no_opt_in" },
    { "processing customer": "sent", "completed customer": "sent" },
  ]);
});

test("the staff have a notice of their own, whatever the customer said", async () => {
  await setNotice("processing", {
    to: "staff",
    numbers: ["+33612345678", "06 12 34 56 79"],
    template: "New %order_id%",
  });
  const order = nextOrder({ meta_data: [{ key: "wpsms_woocommerce_order_notification", value: "no" }] });
  await shopCalls(service, order);
  expect((await texts(`New ${order.id}`)).map(({ to }) => to).toSorted()).toEqual(["+33612345678", "+33612345679"]);
  expect(await decisions(order.id)).toEqual({ "processing staff": "sent" });
});

test("an order without a phone, and one whose owner replied STOP, send nothing and say why", async () => {
  await setNotice("processing");
  const mute = nextOrder({ billing: { first_name: "B", phone: "", country: "DE" } });
  const odd = nextOrder({ billing: { phone: "call me", country: "XX" } });
  const stopped = nextOrder({ billing: { phone: "+491512999999", country: "DE" } });
  await suppress(service.pool, "+491512999999");
  for (const order of [mute, odd, stopped]) await shopCalls(service, order);
  expect(await Promise.all([mute, odd, stopped].map(({ id }) => decisions(id)))).toEqual([
    { "processing customer": "no_phone" },
    { "processing customer": "no_phone" },
    { "processing customer": "suppressed" },
  ]);
});

test("a notice that is switched off, or deleted, sends nothing", async () => {
  await setNotice("processing", { enabled: false });
  await setNotice("completed");
  expect((await service.call("DELETE", "/order-notices/completed")).status).toBe(200);
  expect((await service.call("DELETE", "/order-notices/completed")).status).toBe(404);
  const order = nextOrder();
  await shopCalls(service, order);
  await shopCalls(service, { ...order, status: "completed", date_modified_gmt: gmt(5) });
  expect(await decisions(order.id)).toEqual({});
});

test("an unknown variable is refused when the notice is set, with all other issues", async () => {
  const answer = await service.call("PUT", "/order-notices/processing", {
    template: "%order_id% %oder_number% %tracking_number% 100% off %order_meta_x%",
    to: "staff",
    enabled: "perhaps",
  });
  expect([answer.status, Object.keys(answer.body.data.params).toSorted()]).toEqual([
    400,
    ["enabled", "numbers", "template"],
  ]);
  expect(answer.body.data.params.template).toContain("%oder_number%, %tracking_number%");
});

test("a variable whose order has no value becomes empty, and a stranger's long name is cut", async () => {
  await setNotice("processing", { template: "[%billing_company%%order_meta_none%] %billing_first_name% %order_id%" });
  const order = nextOrder({
    billing: { first_name: `\u0000\u202eEve\r\n${"😀".repeat(500)}`, phone: "+4915120777777", country: "DE" },
  });
  await shopCalls(service, order);
  const [sent] = await texts(` ${order.id}`);
  expect(sent!.body).toMatch(/^\[\] Eve 😀/u);
  expect(sent!.body.length).toBeLessThan(230);
  expect(sent!.body.isWellFormed()).toBe(true);
});

test("the settings are listed with the variables and the address that the shop must call", async () => {
  await setNotice("wc-on-hold", { requires_opt_in: true });
  const { body } = await service.call("GET", "/order-notices");
  expect(body.data.items).toMatchObject([
    { status: "on-hold", to: "customer", enabled: true, numbers: [], requires_opt_in: true, segments: 1 },
  ]);
  expect(body.data.variables).toContain("order_meta_{key}");
  expect(body.data.webhook_url).toMatch(/\/svc\/v1\/commerce\/woocommerce\/webhook$/);
});

test("customers of the shop get messages, and the consent field is reported", async () => {
  shop.customers.push({ id: 1, phone: "0151 30000001", country: "DE" }, { id: 2, phone: "06 12 34 56 78" });
  shop.customers.push({ id: 3, phone: "" });
  const sent = await service.call("POST", "/send", { recipients: "customers", message: "to the shop's customers" });
  expect(sent.body.data.state).toBe("resolving");
  await eventually(async () => {
    const shown = await service.call("GET", `/messages/${sent.body.data.message_id}`);
    return shown.body.data.state === "completed";
  });
  expect((await texts("to the shop's")).map(({ to }) => to).toSorted()).toEqual(["+33612345678", "+4915130000001"]);
  const kept = await service.call("GET", "/customers");
  expect([kept.status, kept.body.message]).toEqual([404, expect.stringContaining(shop.url)]);
});

test("a guest who is also a customer, and one who ordered twice get one message, however the number is written", async () => {
  shop.customers.length = 0;
  shop.customers.push({ id: 1, phone: "0151 50000001", country: "DE" });
  for (const [id, phone] of ["+49 151 50000001", "4915150000001", "(0151) 5000-0002", "0049 151 50000002"].entries()) {
    shop.orders.push(wooOrder(70 + id, { billing: { phone, country: "DE" } }));
  }
  const sent = await service.call("POST", "/send", { recipients: "customers", message: "each of you once" });
  await eventually(async () => {
    const shown = await service.call("GET", `/messages/${sent.body.data.message_id}`);
    return shown.body.data.state === "completed";
  });
  shop.orders.length = 0;
  expect((await texts("each of you")).map(({ to }) => to).toSorted()).toEqual(["+4915150000001", "+4915150000002"]);
});

test("a message says why it waits for the shop, and drops the reason when the shop answers again", async () => {
  shop.customers.length = 0;
  shop.customers.push({ id: 5, phone: "0151 30000005", country: "DE" });
  shop.beforeEach(() => void shop.issues.push(401));
  const sent = await service.call("POST", "/send", { recipients: "customers", message: "after the key was put right" });
  const read = async () => (await service.call("GET", `/messages/${sent.body.data.message_id}`)).body.data;
  const waiting = await eventually(async () => {
    const data = await read();
    return data.waiting_for !== null && data;
  });
  expect(waiting).toMatchObject({
    state: "resolving",
    waiting_for: expect.stringMatching(/^The shop at 127\.0\.0\.1:\d+ refuses our credentials \(401\)/),
  });
  expect(waiting.waiting_for).not.toContain("cs_secret");
  shop.beforeEach(null);
  shop.issues.length = 0;
  const done = await eventually(async () => {
    const data = await read();
    return data.state === "completed" && data;
  });
  expect(done.waiting_for).toBeNull();
});

test("a shop that cannot be reached makes the message wait, and nobody gets it twice when it is back", async () => {
  shop.customers.length = 0;
  for (let id = 1; id <= 900; id += 1) shop.customers.push({ id, phone: `0151 ${40_000_000 + id}`, country: "DE" });
  let calls = 0;
  shop.beforeEach(() => {
    calls += 1;
    if (calls === 7) shop.issues.push(...Array.from({ length: 8 }, () => 500));
  });
  const sent = await service.call("POST", "/send", { recipients: ["customers"], message: "while the shop is away" });
  expect(sent.status).toBe(200);
  const done = await eventually(async () => {
    const shown = await service.call("GET", `/messages/${sent.body.data.message_id}`);
    return shown.body.data.state === "completed" && shown.body.data;
  });
  shop.beforeEach(null);
  expect(done.recipients).toMatchObject({ accepted: 900, invalid: 0 });
  const got = await texts("while the shop is away");
  expect([got.length, new Set(got.map(({ to }) => to)).size]).toEqual([900, 900]);
});
