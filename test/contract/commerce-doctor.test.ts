import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { readConfig } from "#app/config/config";
import { checkShop } from "#app/doctor/shop";

import { startShopStandIn, type ShopStandIn } from "../support/woocommerce/woocommerce-stand-in.ts";

let shop: ShopStandIn;
beforeAll(async () => {
  shop = await startShopStandIn();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.issues.length = 0;
  shop.calls.length = 0;
});

const OURS = "https://tidings.example/svc/v1/commerce/woocommerce/webhook";
const runChecks = (publicUrl = "https://tidings.example", who?: string) =>
  checkShop(
    readConfig({
      TIDINGS_COMMERCE: shop.dsn("?webhook_secret=long%20enough%20secret", who),
      TIDINGS_PUBLIC_URL: publicUrl,
    }),
  );

test("the doctor asks for a webhook if the shop has none that calls us", async () => {
  shop.hook({ url: "https://other.example/orders", secret: "x" });
  shop.hook({
    url: OURS,
    secret: "x",
    topic: "order.created",
  });
  const [, found, ...more] = await runChecks();
  expect([found, more]).toMatchObject([
    { level: "warning", text: expect.stringMatching(/order\.updated.*\/commerce\/woocommerce\/webhook, .*15 minutes/) },
    [],
  ]);
});

test("the doctor reports a webhook that the shop switched off, and what to do", async () => {
  // Nothing listens on that port.
  const url = `${shop.url}/svc/v1/commerce/woocommerce/webhook`;
  const updated = shop.hook({ url, secret: "a secret of some length" });
  shop.orders.push({ id: 1, customer_id: 0, status: "pending", date_modified_gmt: "2026-01-01T00:00:00", billing: {} });
  expect(await runChecks(shop.url)).toMatchObject([
    { level: "ok" },
    { level: "warning", text: expect.stringContaining("order.created") },
    { level: "ok", text: `The shop's webhook ${updated.id} for order.updated calls this service.` },
  ]);
  for (let time = 0; time < 7; time += 1) await updated.deliver(1);
  expect((await runChecks(shop.url)).at(-1)).toMatchObject({
    level: "error",
    text: expect.stringMatching(/webhook \d+ for order\.updated is disabled.*seventh.*make it active/),
  });
});

test("the doctor warns of a webhook that calls another address than ours: a redirect counts as success in the shop", async () => {
  const http = await startShopStandIn();
  http.hook({ url: "http://tidings.example/svc/v1/commerce/woocommerce/webhook", secret: "x" });
  const dsn = http.dsn("?webhook_secret=long%20enough%20secret");
  const found = await checkShop(readConfig({ TIDINGS_COMMERCE: dsn, TIDINGS_PUBLIC_URL: "https://tidings.example" }));
  expect(found.at(-1)).toMatchObject({
    level: "warning",
    text: expect.stringMatching(/webhook 1 for order\.updated calls http:\/\/tidings\.example.*follows no redirect/),
  });
  await http.close();
});

test("failed credentials are reported once, and the doctor's output contains neither key nor secret", async () => {
  const found = await runChecks(undefined, "ck_read:cs_wrong");
  expect(found).toMatchObject([{ level: "error", text: expect.stringMatching(/refuses our credentials/) }]);
  expect(JSON.stringify(found)).not.toMatch(/cs_wrong|long enough/);
});
