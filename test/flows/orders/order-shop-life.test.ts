import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { gmt, shopCalls, wooOrder, WEBHOOK_SECRET } from "../../support/woocommerce/shop-orders.ts";
import { startShopStandIn, type ShopStandIn } from "../../support/woocommerce/woocommerce-stand-in.ts";

/** What a shop does to its orders besides selling: the guide says what follows from it. */
let service: TestService;
let shop: ShopStandIn;
let last = 0;
const set = (status: string, more: object = {}) =>
  service.call("PUT", `/order-notices/${status}`, {
    template: "%status% %order_id%: %order_total% %order_total_currency% %order_total_currency_symbol%",
    ...more,
  });
beforeAll(async () => {
  shop = await startShopStandIn();
  const options = `?webhook_secret=${encodeURIComponent(WEBHOOK_SECRET)}&look_minutes=0`;
  service = await startTestService(
    { TIDINGS_COMMERCE: shop.dsn(options), TIDINGS_COUNTRY: "DE" },
    { workerLoops: false },
  );
});
beforeEach(async () => {
  for (const status of ["processing", "completed", "refunded"]) await set(status);
});
afterAll(async () => {
  await service.end();
  await shop.close();
});

const outcomes = async (order: object): Promise<readonly string[]> => {
  const { notices } = (await shopCalls(service, order)).body.data as { notices: { outcome: string }[] };
  return notices.map(({ outcome }) => outcome);
};
const texts = async (id: number): Promise<string[]> => {
  const { rows } = await service.pool.query<{ body: string }>(
    "select body from messages where body like $1 order by id",
    [`% ${id}: %`],
  );
  return rows.map(({ body }) => body);
};

test("a partial refund sends nothing, and a full one once, in the order's own currency", async () => {
  last += 1;
  const order = wooOrder(last, { currency: "PLN", currency_symbol: "z&#322;", total: "120.00" });
  expect(await outcomes(order)).toEqual(["sent"]);
  const refunds = [{ id: 900 + last, reason: "", total: "-20.00" }];
  expect(await outcomes({ ...order, refunds, date_modified_gmt: gmt(1) })).toEqual([]);
  const all = { ...order, refunds, status: "refunded", date_modified_gmt: gmt(2) };
  expect(await outcomes(all)).toEqual(["sent"]);
  expect(await outcomes({ ...all, date_modified_gmt: gmt(3) })).toEqual([]);
  expect(await texts(last)).toEqual([`processing ${last}: 120.00 PLN zł`, `refunded ${last}: 120.00 PLN zł`]);
});

test("old orders that are completed while the notice is off send nothing then nor afterwards", async () => {
  const old = Array.from({ length: 3 }, () => wooOrder((last += 1), { date_created_gmt: gmt(-86_400 * 300) }));
  for (const order of old) await shopCalls(service, order);
  await set("completed", { enabled: false });
  const done = old.map((order) => ({ ...order, status: "completed", date_modified_gmt: gmt(1) }));
  for (const order of done) expect(await outcomes(order)).toEqual([]);
  await set("completed");
  for (const order of done) expect(await outcomes({ ...order, date_modified_gmt: gmt(2) })).toEqual([]);
  last += 1;
  expect(await outcomes(wooOrder(last, { status: "completed", date_completed_gmt: gmt() }))).toEqual(["sent"]);
});

test("a renewal order is a separate order", async () => {
  last += 1;
  const renewal = wooOrder(last, {
    created_via: "subscription",
    meta_data: [{ key: "_subscription_renewal", value: 1 }],
  });
  expect(await outcomes(renewal)).toEqual(["sent"]);
  expect(await outcomes(renewal)).toEqual([]);
});
