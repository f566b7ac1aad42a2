import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { gmt, shopCalls, wooOrder, WEBHOOK_SECRET } from "../../support/woocommerce/shop-orders.ts";
import { startShopStandIn, type ShopStandIn } from "../../support/woocommerce/woocommerce-stand-in.ts";

const DAY = 86_400;

let service: TestService;
let shop: ShopStandIn;
let last = 0;
beforeAll(async () => {
  shop = await startShopStandIn();
  const options = `?webhook_secret=${encodeURIComponent(WEBHOOK_SECRET)}`;
  service = await startTestService({ TIDINGS_COMMERCE: shop.dsn(options), TIDINGS_COUNTRY: "DE" });
});
afterAll(async () => {
  await service.end();
  await shop.close();
});
beforeEach(async () => {
  await service.pool.query("delete from order_notices");
});

const nextOrder = (more: Readonly<Record<string, unknown>> = {}) => wooOrder((last += 1), more);

async function setNotice(status: string) {
  const answer = await service.call("PUT", `/order-notices/${status}`, { template: `%status% order %order_id%` });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

async function outcomeOf(order: object): Promise<unknown> {
  const { notices } = (await shopCalls(service, order)).body.data as { notices: readonly { outcome: string }[] };
  return notices.map(({ outcome }) => outcome);
}

test("an order that was completed before its notice existed sends nothing when it is edited in the week of the setup", async () => {
  const shipped = { status: "completed", date_created_gmt: gmt(-3 * DAY), date_completed_gmt: gmt(-2 * DAY) };
  await setNotice("completed");
  expect(await outcomeOf(nextOrder(shipped))).toEqual(["too_old"]);
  expect(await outcomeOf(nextOrder({ ...shipped, date_completed_gmt: gmt() }))).toEqual(["sent"]);
});

test("an order that has awaited its payment since before the notice sends nothing when it is first seen, and its next status does", async () => {
  await setNotice("on-hold");
  await setNotice("completed");
  const order = nextOrder({ status: "on-hold", date_created_gmt: gmt(-DAY), date_paid_gmt: null });
  expect(await outcomeOf(order)).toEqual(["too_old"]);
  const next = { status: "completed", date_modified_gmt: gmt(5), date_completed_gmt: gmt(5) };
  expect(await outcomeOf({ ...order, ...next })).toEqual(["sent"]);
});

test("an order from before the notice that is refunded after it sends, although shops store no time of a refund", async () => {
  await setNotice("refunded");
  expect(await outcomeOf(nextOrder({ status: "refunded", date_created_gmt: gmt(-DAY) }))).toEqual(["sent"]);
});

test("a notice that is edited later still applies to orders that were completed since it was first set", async () => {
  await setNotice("completed");
  await service.pool.query("update order_notices set created_at = now() - interval '3 days'");
  await setNotice("completed");
  const shipped = { status: "completed", date_created_gmt: gmt(-3 * DAY), date_completed_gmt: gmt(-2 * DAY) };
  expect(await outcomeOf(nextOrder(shipped))).toEqual(["sent"]);
});

test("a shop whose clock is some minutes slow is notified from the first order on", async () => {
  await setNotice("completed");
  const slow = { status: "completed", date_created_gmt: gmt(-9 * 60), date_completed_gmt: gmt(-8 * 60) };
  expect(await outcomeOf(nextOrder(slow))).toEqual(["sent"]);
});

test("a known order that was completed weeks ago, unnoticed, sends nothing when it is edited today", async () => {
  const order = nextOrder({ date_created_gmt: gmt(-30 * DAY), date_modified_gmt: gmt(-29 * DAY) });
  await setNotice("completed");
  await service.pool.query("update order_notices set created_at = now() - interval '60 days'");
  await shopCalls(service, order);
  const edited = { status: "completed", date_modified_gmt: gmt(), date_completed_gmt: gmt(-20 * DAY) };
  expect(await outcomeOf({ ...order, ...edited })).toEqual(["too_old"]);
});

test("an order that returns to processing long after it was paid sends, because it was seen in another status since", async () => {
  const order = nextOrder({
    status: "on-hold",
    date_created_gmt: gmt(-30 * DAY),
    date_paid_gmt: gmt(-29 * DAY),
    date_modified_gmt: gmt(-28 * DAY),
  });
  await shopCalls(service, order);
  await setNotice("processing");
  expect(await outcomeOf({ ...order, status: "processing", date_modified_gmt: gmt() })).toEqual(["sent"]);
});

test("an order that is paid and completed within one second sends no processing after completed, in whatever order the calls arrive", async () => {
  await setNotice("processing");
  await setNotice("completed");
  const paid = nextOrder({ date_modified_gmt: gmt() });
  expect(await outcomeOf({ ...paid, status: "completed", date_completed_gmt: paid.date_modified_gmt })).toEqual([
    "sent",
  ]);
  const late = await shopCalls(service, paid);
  expect(late.body.data).toMatchObject({ result: "stale", notices: [] });
  const inOrder = nextOrder({ date_modified_gmt: gmt() });
  expect(await outcomeOf(inOrder)).toEqual(["sent"]);
  expect(await outcomeOf({ ...inOrder, status: "completed", date_completed_gmt: inOrder.date_modified_gmt })).toEqual([
    "sent",
  ]);
});
