import { expect, test } from "vitest";

import { ConfigError, readConfig } from "#app/config/config";
import { checkShop } from "#app/doctor/shop";

import { startTestService } from "../support/service/test-service.ts";
import { startShopStandIn } from "../support/woocommerce/woocommerce-stand-in.ts";

test("without a shop, customers are refused and there are none to list", async () => {
  const service = await startTestService({ TIDINGS_COMMERCE: "none" }, { workerLoops: false });
  const sent = await service.call("POST", "/send", { recipients: "customers", message: "x" });
  expect([sent.status, sent.body.code]).toEqual([409, "no_commerce"]);
  expect((await service.call("GET", "/customers")).status).toBe(404);
  const hooked = await service.call("POST", "/commerce/woocommerce/webhook", {}, { as: null });
  expect([hooked.status, hooked.body.code]).toEqual([404, "no_route"]);
  const { body } = await service.call("GET", "/order-notices");
  expect(body.data.webhook_url).toBeNull();
  await service.end();
});

test("without a webhook_secret the shop's calls are not accepted, signed or not", async () => {
  const shop = await startShopStandIn();
  const service = await startTestService({ TIDINGS_COMMERCE: shop.dsn() }, { workerLoops: false });
  expect((await service.call("POST", "/commerce/woocommerce/webhook", {}, { as: null })).status).toBe(404);
  await service.end();
  await shop.close();
});

test("the shop can be the one on the platform's own site", () => {
  const { commerce } = readConfig({
    TIDINGS_PLATFORM: "wordpress+https://site.example/shop?service=svc:AbCd%20EfGh%20IjKl%20MnOp%20QrSt%20UvWx",
    TIDINGS_COMMERCE: "platform?guests=true",
  });
  expect(commerce).toMatchObject({ site: "https://site.example/shop", user: "svc", auth: "password", guests: true });
});

test.each([
  [{ TIDINGS_COMMERCE: "platform" }, /TIDINGS_COMMERCE platform needs TIDINGS_PLATFORM/],
  [{ TIDINGS_COMMERCE: "shopify" }, /TIDINGS_COMMERCE must be none, platform, or like woocommerce\+https/],
  [{ TIDINGS_COMPAT: "wp" }, /TIDINGS_COMPAT/],
])("%o ends the start with its name", (settings, words) => {
  expect(() => readConfig(settings)).toThrow(ConfigError);
  expect(() => readConfig(settings)).toThrow(words);
});

test.each(["per_day=0", "per_day=1.5", "staff_per_day=10001", "per_day=many"])(
  "an invalid limit of messages per day ends the start: %s",
  (option) => {
    const settings = { TIDINGS_COMMERCE: `woocommerce+https://ck_1:cs_1@shop.example?${option}` };
    expect(() => readConfig(settings)).toThrow(/numbers from 1 to 10000/);
  },
);

test("the doctor says whether the shop answers, and describes problems so that an administrator can act on them", async () => {
  const shop = await startShopStandIn();
  shop.customers.push({ id: 1, phone: "+4915112345678" }, { id: 2, phone: "" });
  const runChecks = (dsn: string) => checkShop(readConfig({ TIDINGS_COMMERCE: dsn }));
  expect(await runChecks(shop.dsn("?webhook_secret=long%20enough%20secret"))).toMatchObject([
    { level: "ok", text: `${shop.url} answers: 2 customers, 1 with a phone.` },
    { level: "warning", text: expect.stringContaining("no webhook for order.updated") },
    { level: "warning", text: expect.stringContaining("TIDINGS_PUBLIC_URL") },
  ]);
  const wrong = await runChecks(shop.dsn("", "ck_read:cs_wrong"));
  expect(wrong).toMatchObject([
    { level: "error", text: expect.stringMatching(/refuses our credentials .*is wrong, was revoked/) },
    { level: "warning", text: expect.stringContaining("webhook_secret") },
  ]);
  expect(JSON.stringify(wrong)).not.toContain("cs_wrong");
  expect(await checkShop({ commerce: "builtin", publicUrl: null, platform: null })).toEqual([]);
  await shop.close();
});
