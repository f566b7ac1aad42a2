import { randomUUID } from "node:crypto";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { phoneOf } from "#gateways/adapters/sandbox";
import { woocommerceOrders } from "#commerce/woocommerce/changed-orders";
import { readShopDsn } from "#commerce/woocommerce/dsn";
import { orderPoller } from "#engine/order-poller";
import { shopPollQueries } from "#store/queries/orders/shop-polls";
import { endStandby, readInstallation } from "#store/queries/installation/standby";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { eventually } from "../../support/engine/engine.ts";
import { startTestService } from "../../support/service/test-service.ts";
import { gmt, wooOrder } from "../../support/woocommerce/shop-orders.ts";
import { startShopStandIn, type ShopStandIn } from "../../support/woocommerce/woocommerce-stand-in.ts";

let db: TestDatabase;
let shop: ShopStandIn;
beforeAll(async () => {
  [db, shop] = await Promise.all([freshDatabase(), startShopStandIn()]);
});
afterAll(async () => {
  await shop.close();
  await db.drop();
});
afterEach(() => {
  shop.orders.length = 0;
  shop.issues.length = 0;
  shop.beforeEach(null);
});

function lookInto(notify: (id: number) => Promise<void> | void) {
  const settings = readShopDsn(shop.dsn());
  if (!settings.ok) throw new Error(settings.error);
  const logged: string[] = [];
  const workerLoop = orderPoller({
    store: shopPollQueries(db),
    orders: woocommerceOrders(settings.value, {
      fetch,
      now: Date.now,
      random: () => 0,
      newNonce: randomUUID,
    }),
    everyMs: 5,
    notify: async (order) => notify(order.id),
    log: (_level, message) => void logged.push(message),
    random: () => 0,
  });
  return { workerLoop, logged };
}

const firstLook = (): Promise<unknown> =>
  eventually(async () => shop.calls.some((call) => call.searchParams.has("modified_after")));

test("orders that changed while the service was not listening are notified, those from before the first poll are not", async () => {
  shop.orders.push(wooOrder(1, { date_modified_gmt: gmt(-3_600) }));
  const reported: number[] = [];
  const { workerLoop } = lookInto((id) => void reported.push(id));
  workerLoop.start();
  await firstLook();
  // Three of them in one second, and more than a page in another.
  shop.orders.push(...[2, 3, 4].map((id) => wooOrder(id, { date_modified_gmt: gmt(1) })));
  const moment = gmt(2);
  shop.orders.push(...Array.from({ length: 120 }, (_, index) => wooOrder(100 + index, { date_modified_gmt: moment })));
  shop.orders.push(wooOrder(5, { date_modified_gmt: gmt(3) }));
  await eventually(async () => new Set(reported).size === 124);
  await workerLoop.stop();
  expect(reported).not.toContain(1);
});

test("an order that could not be handled, or a shop that is away, is polled again", async () => {
  await db.query("forget", "delete from shop_looks", []);
  shop.calls.length = 0;
  const reported: number[] = [];
  let failures = 2;
  const { workerLoop, logged } = lookInto((id) => {
    failures -= 1;
    if (failures >= 0) throw new Error("no gateway");
    reported.push(id);
  });
  workerLoop.start();
  await firstLook();
  shop.orders.push(wooOrder(7, { date_modified_gmt: gmt(1) }));
  await eventually(async () => reported.includes(7));
  shop.issues.push(401);
  shop.orders.push(wooOrder(8, { date_modified_gmt: gmt(2) }));
  await eventually(async () => reported.includes(8));
  await workerLoop.stop();
  expect(logged).toContain("order poller will retry");
});

test("rows that hold no order, and orders that the shop cannot load, neither end a poll nor make it endless", async () => {
  await db.query("forget", "delete from shop_looks", []);
  shop.calls.length = 0;
  const reported: number[] = [];
  const { workerLoop } = lookInto((id) => void reported.push(id));
  workerLoop.start();
  await firstLook();
  const odd = (id: number) => wooOrder(id, { status: "no such status", date_modified_gmt: gmt(1) });
  shop.orders.push(...Array.from({ length: 120 }, (_, index) => odd(1_000 + index)));
  shop.orders.push(...Array.from({ length: 90 }, (_, index) => wooOrder(2_000 + index, { date_modified_gmt: gmt(2) })));
  for (const id of [2_003, 2_049, 2_050]) shop.unloadable.add(id);
  await eventually(async () => new Set(reported).size === 87);
  const before = shop.calls.length;
  await eventually(async () => shop.calls.length > before + 8);
  await workerLoop.stop();
  shop.unloadable.clear();
  // Each poll is five pages at most.
  const looks = shop.calls.filter((call) => call.searchParams.get("offset") === "0").length;
  expect(shop.calls.length).toBeLessThan(8 * (looks + 2));
});

test("an order that cannot be handled does not block those after it", async () => {
  await db.query("forget", "delete from shop_looks", []);
  shop.calls.length = 0;
  const reported: number[] = [];
  const { workerLoop, logged } = lookInto((id) => {
    if (id === 31) throw new Error("cannot be handled");
    reported.push(id);
  });
  workerLoop.start();
  await firstLook();
  for (const id of [30, 31, 32]) shop.orders.push(wooOrder(id, { date_modified_gmt: gmt(id - 30) }));
  await eventually(async () => reported.includes(32) && logged.length > 0);
  await workerLoop.stop();
  expect(new Set(reported)).toEqual(new Set([30, 32]));
});

test("an order from the far future does not hide later changes", async () => {
  await db.query("forget", "delete from shop_looks", []);
  shop.calls.length = 0;
  const reported: number[] = [];
  const { workerLoop } = lookInto((id) => void reported.push(id));
  workerLoop.start();
  await firstLook();
  shop.orders.push(wooOrder(40, { date_modified_gmt: "2099-01-01T00:00:00" }));
  await eventually(async () => reported.includes(40));
  shop.orders.push(wooOrder(41, { date_modified_gmt: gmt(1) }));
  await eventually(async () => reported.includes(41));
  await workerLoop.stop();
});

test("a service that polls sends about an order whose call was lost", async () => {
  const service = await startTestService({ TIDINGS_COMMERCE: shop.dsn("?look_minutes=1"), TIDINGS_COUNTRY: "DE" });
  const noticed = await service.call("PUT", "/order-notices/processing", { template: "Found %order_id%" });
  expect(noticed.status).toBe(200);
  shop.orders.push(wooOrder(9, { date_modified_gmt: gmt(-600) }));
  await eventually(async () => (await service.pool.query("select 1 from shop_looks")).rows.length > 0);
  // A running poll overwrites our time with its own: it is due again until it has polled.
  const hourAgo = "update shop_looks set since = now() - interval '1 hour', due = now() where due > now()";
  const [sms] = await eventually(async () => {
    await service.pool.query(hourAgo);
    const found = phoneOf(service.gateways.gateways[0]!.gateway)!.messages();
    return found.length > 0 && found;
  });
  expect(sms).toMatchObject({ to: "+4915120000009", body: "Found 9" });
  await service.end();
});

test("an order of more than 4 MB is not sent about, is decided and logged; the one after it is sent", async () => {
  const service = await startTestService({ TIDINGS_COMMERCE: shop.dsn("?look_minutes=1"), TIDINGS_COUNTRY: "DE" });
  for (const more of [{}, { to: "staff", numbers: ["+4915130000001"] }])
    await service.call("PUT", "/order-notices/processing", { template: "Found %order_id%", ...more });
  const meta_data = [{ key: "log", value: "x".repeat(4_300_000) }];
  shop.orders.push(wooOrder(10, { date_modified_gmt: gmt(-600), meta_data }));
  shop.orders.push(wooOrder(11, { date_modified_gmt: gmt(-500) }));
  await eventually(async () => (await service.pool.query("select 1 from shop_looks")).rows.length > 0);
  const hourAgo = "update shop_looks set since = now() - interval '1 hour', due = now() where due > now()";
  const decisions = await eventually(async () => {
    await service.pool.query(hourAgo);
    const { body } = await service.call("GET", "/order-notices/decisions");
    return body.data.items.length === 4 && body.data.items;
  });
  const said = decisions.map((one: any) => [one.order_id, one.to, one.outcome].join(" ")).toSorted();
  expect(said).toEqual(["10 customer too_long", "10 staff too_long", "11 customer sent", "11 staff sent"]);
  const lines = service.logged.filter(
    ({ message }) => message === "an order is larger than 4 MB and could not be read",
  );
  expect(lines).toEqual([expect.objectContaining({ level: "warn", order: 10, status: "processing" })]);
  await service.end();
});

test("a restored copy does not poll for what changed since its backup: the previous one already sent that", async () => {
  const sinceOf = async (): Promise<number> => (await db.pool.query("select since from shop_looks")).rows[0].since;
  await db.pool.query("delete from shop_looks");
  await db.pool.query("insert into shop_looks (shop, since) values ('shop.example', now() - interval '1 day')");
  // A database that only moved to another server knows all that was sent.
  const before = await sinceOf();
  await endStandby(db);
  expect(await sinceOf()).toEqual(before);
  await db.pool.query("insert into settings (name, value) values ('standby', '{}')");
  await endStandby(db);
  expect(Math.abs(Number(await sinceOf()) - db.now())).toBeLessThan(30_000);
  expect((await readInstallation(db)).standby).toBe(false);
  await db.pool.query("delete from shop_looks");
});

test("only one of two nodes polls at a time", async () => {
  const looks = shopPollQueries(db);
  await db.query("forget", "delete from shop_looks", []);
  const claims = await Promise.all(Array.from({ length: 8 }, () => looks.claim("https://shop", 60_000)));
  expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
});
