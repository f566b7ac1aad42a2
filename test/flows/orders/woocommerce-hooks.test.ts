import { createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createDatabase, dropDatabase, openPool } from "../../support/database/database.ts";
import { eventually } from "../../support/engine/engine.ts";
import type { Credentials } from "../../support/service/test-service.ts";
import { callService, startServiceProcess, type ServiceProcess } from "../../support/service/service.ts";
import { gmt, wooOrder, WEBHOOK_SECRET } from "../../support/woocommerce/shop-orders.ts";
import { startShopStandIn, type ShopStandIn } from "../../support/woocommerce/woocommerce-stand-in.ts";

/** The service as a process, called by the shop over the wire as WooCommerce's source says that it calls. */
let shop: ShopStandIn;
let second: ShopStandIn;
let database: { url: string };
let pool: pg.Pool;
let folder: string;
let service: ServiceProcess;
let admin: Credentials;
let last = 0;

const start = (of: ShopStandIn): Promise<ServiceProcess> =>
  startServiceProcess({
    DATABASE_URL: database.url,
    TIDINGS_DATA: folder,
    TIDINGS_GATEWAY: "sandbox://default?credit=1000000&keep=50000",
    TIDINGS_COUNTRY: "FR",
    TIDINGS_COMMERCE: of.dsn(`?look_minutes=1&webhook_secret=${encodeURIComponent(WEBHOOK_SECRET)}`),
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidings-hooks-"));
  [shop, second, database] = await Promise.all([startShopStandIn(), startShopStandIn(), createDatabase()]);
  service = await start(shop);
  admin = service.admin!;
  pool = openPool(database);
  await setNotice("processing", "%status% %order_id%: %billing_first_name% %order_items%");
});
afterAll(async () => {
  await service.kill("SIGKILL");
  await pool.end();
  await Promise.all([shop.close(), second.close()]);
  await dropDatabase(database);
  await rm(folder, { recursive: true, force: true });
});

async function setNotice(status: string, template: string): Promise<void> {
  const response = await fetch(`${service.url}/svc/v1/order-notices/${status}`, {
    method: "PUT",
    headers: {
      authorization: `Basic ${Buffer.from(`${admin.user}:${admin.password}`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ template }),
  });
  expect(response.status).toBe(200);
}

const address = (): string => `${service.url}/svc/v1/commerce/woocommerce/webhook`;
const hook = (more: Partial<Parameters<ShopStandIn["hook"]>[0]> = {}, of = shop) =>
  of.hook({ url: address(), secret: WEBHOOK_SECRET, ...more });

function place(more: Readonly<Record<string, unknown>> = {}): number {
  const id = (last += 1);
  shop.orders.push(wooOrder(id, more));
  return id;
}

const change = (id: number, more: Readonly<Record<string, unknown>>): void => {
  const at = shop.orders.findIndex((order) => order.id === id);
  shop.orders[at] = { ...shop.orders[at]!, ...more } as (typeof shop.orders)[number];
};

/** Messages about an order that were accepted. */
async function texts(order: number): Promise<readonly { to: string; text: string }[]> {
  const { rows } = await pool.query(
    `select d.phone as to, m.body as text from messages m join deliveries d on d.message_id = m.id
     where m.body ~ $1 order by m.id`,
    [`^\\w+ ${order}: `],
  );
  return rows;
}

async function outcomes(orders: readonly number[]): Promise<readonly string[]> {
  const { rows } = await pool.query(
    "select order_id, outcome from order_notice_decisions where order_id = any($1) order by order_id",
    [orders],
  );
  return rows.map(({ outcome }) => outcome as string);
}

test("a webhook is activated, fires three times for one change as WooCommerce does, and the buyer gets one message", async () => {
  const updated = hook();
  const created = hook({ topic: "order.created", apiVersion: 2 });
  expect(await Promise.all([updated.ping(), created.ping()])).toEqual([true, true]);
  const order = place();
  const calls = [created.deliver(order), updated.deliver(order), updated.deliver(order), updated.deliver(order)];
  expect(await Promise.all(calls)).toEqual([200, 200, 200, 200]);
  expect(await texts(order)).toEqual([
    { to: `+4915120000${String(order).padStart(3, "0")}`, text: `processing ${order}: Ada 2 x Tea, Cup` },
  ]);
});

test("a call describes the order at the time of the call: a status that passed meanwhile is not sent", async () => {
  await setNotice("completed", "%status% %order_id%: done");
  const order = place({ status: "on-hold" });
  const updated = hook();
  await updated.deliver(order);
  change(order, { status: "processing", date_modified_gmt: gmt(1) });
  // Action Scheduler calls later, when the order is further on; both calls then contain the same.
  change(order, { status: "completed", date_modified_gmt: gmt(2), date_completed_gmt: gmt(2) });
  await updated.deliver(order);
  await updated.deliver(order);
  expect((await texts(order)).map(({ text }) => text)).toEqual([`completed ${order}: done`]);
});

test("calls without an order do not switch the webhook off, and the log says what to do", async () => {
  const order = place();
  const gone = hook();
  const demoted = hook({ owner: "customer" });
  const old = hook({ apiVersion: 1 });
  const deleted = hook({ topic: "order.deleted" });
  for (let time = 0; time < 8; time += 1) {
    await Promise.all([gone.deliver(99_999), demoted.deliver(order), old.deliver(order), deleted.deliver(order)]);
  }
  expect([gone, demoted, old, deleted].map(({ status }) => status())).toEqual(
    Array.from({ length: 4 }, () => "active"),
  );
  expect(await texts(order)).toEqual([]);
  const reasons = ["may not read orders", "woocommerce_rest_shop_order_invalid_id", "WP REST API Integration v3"];
  await eventually(async () => reasons.every((reason) => service.output().includes(reason)));
});

test("a webhook with a wrong secret is switched off by the seventh failure, and the poll finds its order", async () => {
  const wrong = hook({ secret: "another secret, as long" });
  const order = place({ date_modified_gmt: gmt(-30) });
  const answers = [];
  for (let time = 0; time < 9; time += 1) answers.push(await wrong.deliver(order));
  expect(answers).toEqual([401, 401, 401, 401, 401, 401, 401, null, null]);
  expect(wrong.status()).toBe("disabled");
  expect(await texts(order)).toEqual([]);
  await eventually(async () => {
    await pool.query("update shop_looks set since = now() - interval '5 minutes', due = now() where due > now()");
    return (await texts(order)).length > 0;
  });
  expect(await texts(order)).toHaveLength(1);
});

test("an order of five hundred items, and a buyer whose name is emoji, Hebrew and line breaks, make one message of ten segments", async () => {
  const line_items = Array.from({ length: 500 }, (_, index) => ({
    id: index,
    name: `Tea &amp; cake no. ${index} “quoted” 🍰`,
    quantity: 3,
    image: { id: index, src: `https://shop.example/wp-content/uploads/${"x".repeat(200)}.jpg` },
    meta_data: Array.from({ length: 5 }, (_item, key) => ({ id: key, key: `_k${key}`, value: "v".repeat(100) })),
  }));
  const name = "\u202eעדה\r\nשורה שנייה 😀\u0000%order_total%";
  const order = place({ line_items, billing: { first_name: name, phone: "+4915120990001", country: "DE" } });
  expect(await hook().deliver(order)).toBe(200);
  const [sent] = await texts(order);
  expect(sent!.text).toMatch(
    new RegExp(`^processing ${order}: עדה שורה שנייה 😀 ?%order_total% 3 x Tea & cake no\\. 0 “quoted” 🍰,`, "u"),
  );
  const { rows } = await pool.query("select max(segments) as most from messages where body = $1", [sent!.text]);
  expect(Number(rows[0].most)).toBeLessThanOrEqual(10);
});

test("a body that is too long is refused before it is read, and the next call is accepted", async () => {
  const order = place({ meta_data: [{ key: "k", value: "x".repeat(3 * 1_024 * 1_024) }] });
  const updated = hook();
  expect(await updated.deliver(order)).toBe(413);
  const next = place();
  expect(await updated.deliver(next)).toBe(200);
  expect([(await texts(order)).length, (await texts(next)).length]).toEqual([0, 1]);
  // The poll requests less of an order, and accepts 4 MB: what was refused here is sent then.
  shop.orders.splice(
    shop.orders.findIndex(({ id }) => id === order),
    1,
  );
});

test.each([
  ["0151 / 209-90-100", "DE", "+4915120990100"],
  ["+49 (0) 151 20990101", "FR", "+4915120990101"],
  ["0049 151 20990102", "US", "+4915120990102"],
  ["06 12 34 56 03", "", "+33612345603"],
  ["(212) 555-0104", "US", "+12125550104"],
  ["٠٥٠ ١٢٣ ٤١٠٥", "SA", "+966501234105"],
  ["\u206607911 123106\u2069", "GB", "+447911123106"],
  ["０９０－１２３４－５１０７", "JP", "+819012345107"],
  ["0151 20990108 ext. 12", "DE", null],
  ["0151 20990109 oder 0171 1", "DE", null],
  ["-", "DE", null],
])("the phone %j of a buyer in %j is %s", async (phone, country, to) => {
  const order = place({ billing: { first_name: "P", phone, country } });
  expect(await hook().deliver(order)).toBe(200);
  expect([await outcomes([order]), (await texts(order)).map((sent) => sent.to)]).toEqual(
    to === null ? [["no_phone"], []] : [["sent"], [to]],
  );
});

test("a replayed call, with another delivery id, changes nothing", async () => {
  const order = place();
  const body = JSON.stringify(shop.orders.at(-1));
  const replay = (delivery: string): Promise<Response> =>
    fetch(address(), {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "x-wc-webhook-topic": "order.updated",
        "x-wc-webhook-source": `${shop.url}/`,
        "x-wc-webhook-delivery-id": delivery,
        "x-wc-webhook-signature": createHmac("sha256", WEBHOOK_SECRET).update(body).digest("base64"),
      },
    });
  const answers = await Promise.all(["a", "a", "b", "c"].map(replay));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await texts(order)).toHaveLength(1);
  change(order, { status: "completed", date_modified_gmt: gmt(2), date_completed_gmt: gmt(2) });
  await hook().deliver(order);
  const late = (await (await replay("d")).json()) as { data: { result: string } };
  expect(late.data.result).toBe("stale");
  expect(await texts(order)).toHaveLength(2);
});

test("a service that is moved to another shop accepts its orders, whose numbers the first one used, and not the first one's", async () => {
  const order = place();
  await hook().deliver(order);
  await service.kill("SIGTERM");
  service = await start(second);
  const same = { ...wooOrder(order), billing: { first_name: "Bob", phone: "+4915120990200", country: "DE" } };
  second.orders.push(same);
  expect(await hook({}, second).deliver(order)).toBe(200);
  // The first shop still has its webhook.
  expect(await hook().deliver(order)).toBe(403);
  expect((await texts(order)).map(({ text }) => text)).toEqual([
    `processing ${order}: Ada 2 x Tea, Cup`,
    `processing ${order}: Bob 2 x Tea, Cup`,
  ]);
  const shown = await callService(service, admin, "/order-notices");
  expect(shown.body.data.webhook_url).toMatch(/\/commerce\/woocommerce\/webhook$/);
});
