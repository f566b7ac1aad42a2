import { afterAll, beforeAll, expect, test } from "vitest";

import { orderVariables } from "#domain/orders/variables";

import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { shopCalls, wooOrder, WEBHOOK_SECRET } from "../../support/woocommerce/shop-orders.ts";
import { startShopStandIn, type ShopStandIn } from "../../support/woocommerce/woocommerce-stand-in.ts";

/**
 * What strangers write into an order must never make it fail: ten orders that cannot be handled end a poll, and seven
 * calls that are refused end the webhook.
 */
let service: TestService;
let shop: ShopStandIn;
beforeAll(async () => {
  shop = await startShopStandIn();
  const options = `?webhook_secret=${encodeURIComponent(WEBHOOK_SECRET)}&look_minutes=0&per_day=10000`;
  service = await startTestService(
    { TIDINGS_COMMERCE: shop.dsn(options), TIDINGS_COUNTRY: "DE" },
    { workerLoops: false },
  );
  const template = [...orderVariables, "order_meta_gift", "order_item_meta_gift"].map((name) => `%${name}%`).join(" ");
  await service.call("PUT", "/order-notices/processing", { template: `! ${template}` });
});
afterAll(async () => {
  await service.end();
  await shop.close();
});

const odd: Readonly<Record<string, unknown>> = {
  "a NUL": "a\u0000b",
  "half a pair": "\ud800",
  "the other half": "\udc00x",
  "marks that turn the line": "\u202e\u2066\ufeff",
  "a percent sign in pieces": "%order_id",
  "an entity without end": "&#1114112;&#xD800;&#0;&lt",
  "a name that objects have": "__proto__",
  "a number": 1e300,
  "a list": ["a", { b: 1 }],
  nothing: null,
  "an object": { toString: 1 },
  "letters without end": "\u{1d518}".repeat(5_000),
};
let last = 0;

test.each(Object.entries(odd))("an order with %s in every field is decided", async (_what, value) => {
  const billing = Object.fromEntries(Object.keys(wooOrder(1).billing).map((name) => [name, value]));
  const meta_data = [{ key: value, value }, { key: "gift", value }, value];
  const fields = { number: value, order_key: value, currency: value, currency_symbol: value, total: value };
  for (const phone of ["+4915130000001", value]) {
    last += 1;
    const answer = await shopCalls(
      service,
      wooOrder(last, {
        ...fields,
        payment_url: value,
        billing: { ...billing, phone },
        meta_data,
        line_items: [{ name: value, quantity: value, meta_data }, value],
        shipping_lines: [{ method_title: value }, value],
      }),
    );
    expect([answer.status, answer.body.data.result], JSON.stringify(answer.body)).toEqual([200, "handled"]);
    if (phone !== value) expect(answer.body.data.notices).toEqual([{ to: "customer", outcome: "sent" }]);
  }
});

test.each(["XX", "__proto__", "de", "DE\u0000", "001", " "])("and so is one from the country %j", async (country) => {
  last += 1;
  const answer = await shopCalls(service, wooOrder(last, { billing: { phone: "0151 23456789", country } }));
  expect([answer.status, answer.body.data.result]).toEqual([200, "handled"]);
});

test("a notice is cut to what the gateway accepts, so that a long order is not refused each time it is reported", async () => {
  const options = `?webhook_secret=${encodeURIComponent(WEBHOOK_SECRET)}&look_minutes=0`;
  const short = await startTestService(
    {
      TIDINGS_COMMERCE: shop.dsn(options),
      TIDINGS_COUNTRY: "DE",
      TIDINGS_GATEWAY: "vonage://k:s@default?api=messages&from=12025550123",
    },
    { workerLoops: false },
  );
  try {
    await short.call("PUT", "/order-notices/processing", { template: "%order_meta_gift%".repeat(7) });
    const meta_data = [{ key: "gift", value: "a".repeat(200) }];
    const answer = await shopCalls(short, wooOrder(1, { meta_data }));
    expect([answer.status, answer.body.data.notices]).toEqual([200, [{ to: "customer", outcome: "sent" }]]);
    const { rows } = await short.pool.query("select length(body) as length from messages");
    expect(rows).toEqual([{ length: 1_000 }]);
  } finally {
    await short.end();
  }
});
