import { createHmac } from "node:crypto";

import { expect, test } from "vitest";

import type { ShopCall } from "#domain/orders/shop";

import { readShopDsn } from "./dsn.ts";
import { woocommerceWebhook } from "./webhook.ts";

const order = {
  id: 7,
  status: "processing",
  date_created_gmt: "2026-05-01T10:00:00",
  date_modified_gmt: "2026-05-01T10:00:01",
  billing: { first_name: "Ada", phone: "0151 2000 0007", country: "DE" },
};

type Given = { readonly secret?: string; readonly signedWith?: string; readonly headers?: Record<string, string> };

function read(body: string | object, reported: Given = {}): ShopCall {
  const { secret = "a secret of some length", signedWith = secret, headers } = reported;
  const settings = readShopDsn(
    `woocommerce+https://ck_1:cs_1@shop.example?webhook_secret=${encodeURIComponent(secret)}`,
  );
  if (!settings.ok) throw new Error(settings.error);
  const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  const all: Record<string, string> = {
    "x-wc-webhook-topic": "order.updated",
    "x-wc-webhook-source": "https://shop.example/",
    "x-wc-webhook-signature": createHmac("sha256", signedWith).update(bytes).digest("base64"),
    ...headers,
  };
  return woocommerceWebhook(settings.value)!.read((name) => all[name] ?? null, bytes);
}

// wp_specialchars_decode( secret, ENT_QUOTES ) before the signature is made: issue 22500 of woocommerce/woocommerce.
test.each([
  [">Zx3RbX)87dswyS/X|JkJVB|~<x`s-7:5NLAM0N;!s1}F!BO##", ">Zx3RbX)87dswyS/X|JkJVB|~<x`s-7:5NLAM0N;!s1}F!BO##"],
  ["rock &amp; roll all night", "rock & roll all night"],
  ["a &lt; b &gt; c &quot;d&quot; &#039;e&#39;", "a < b > c \"d\" 'e'"],
  ["once &amp;lt; and no more", "once &lt; and no more"],
  ["no &euro; &nbsp; of HTML", "no &euro; &nbsp; of HTML"],
])("the secret %s signs as %s", (secret, signedWith) => {
  expect(read(order, { secret, signedWith }).kind).toBe("order");
});

test("a secret also counts as it was typed: shops before 3.6 did not decode entities", () => {
  const secret = "rock &amp; roll all night";
  expect(read(order, { secret, signedWith: secret }).kind).toBe("order");
});

test.each(["", "no base64 !", Buffer.alloc(32).toString("base64"), Buffer.alloc(20).toString("base64")])(
  "the signature %j is forged",
  (signature) => {
    expect(read(order, { headers: { "x-wc-webhook-signature": signature } }).kind).toBe("forged");
  },
);

test.each([
  ["no order any more", { code: "woocommerce_rest_shop_order_invalid_id", data: { status: 404 } }, /invalid_id/],
  [
    "a hook whose owner lost the right",
    { code: "woocommerce_rest_cannot_view", data: { status: 403 } },
    /may not read orders/,
  ],
  ["version 1", { ...order, date_modified_gmt: undefined, date_modified: "2026-05-01T10:00:01" }, /version.*v3/],
  ["the legacy API", { order: { id: 7, status: "processing", created_at: "2026-05-01T10:00:00Z" } }, /version.*v3/],
  ["a list", [order], /no order/],
  ["a string", '"order"', /no order/],
  ["text that is no JSON", "id=7", /no order/],
  ["a code that is free text", { code: "<script>" }, /no order/],
])("of %s is reported with its reason", (_what, body, words) => {
  const call = read(body);
  expect(call).toEqual({ kind: "unreadable", why: expect.stringMatching(words) });
});

test.each(["checkout-draft", "auto-draft", "draft", "trash"])("an order in %s is not reported", (status) => {
  expect(read({ ...order, status }).kind).toBe("other");
});

test.each(["order.deleted", "customer.updated", "action.woocommerce_thankyou", ""])("%j is ignored", (topic) => {
  expect(read({ id: 7 }, { headers: { "x-wc-webhook-topic": topic } }).kind).toBe("other");
});

test("PHP's JSON, which escapes slashes and letters, is read as the same order", () => {
  const body = String.raw`{"id":7,"status":"wc-processing","date_modified_gmt":"2026-05-01T10:00:01","payment_url":"https:\/\/shop.example\/pay\/7","billing":{"first_name":"\u05d0\u05d1 \ud83d\ude00\u202e","phone":"0049 (151) 2000\/0007","country":"de"}}`;
  const call = read(body);
  if (call.kind !== "order") throw new Error(call.kind);
  expect([call.order.status, call.order.phone, call.order.country]).toEqual([
    "processing",
    "0049 (151) 2000/0007",
    "de",
  ]);
  expect(call.order.values.get("billing_first_name")).toBe("אב 😀");
  expect(call.order.values.get("order_pay_url")).toBe("https://shop.example/pay/7");
});

test("only a ping may be unsigned, and nothing that merely looks like one", () => {
  const unsigned = { headers: { "x-wc-webhook-signature": "" } };
  const ping = (body: string): string => {
    const settings = readShopDsn("woocommerce+https://ck_1:cs_1@shop.example?webhook_secret=0123456789abcdef");
    if (!settings.ok) throw new Error(settings.error);
    return woocommerceWebhook(settings.value)!.read(() => null, Buffer.from(body)).kind;
  };
  expect(ping("webhook_id=17")).toBe("ping");
  for (const body of ["webhook_id=17&x=1", "webhook_id=", "webhook_id=17\u0000", JSON.stringify(order), ""]) {
    expect(ping(body)).toBe("forged");
  }
  expect(read("webhook_id=17", unsigned).kind).toBe("forged");
});

test("two shops with one secret each accept only their own calls", () => {
  const call = read(order, { headers: { "x-wc-webhook-source": "https://other.example/" } });
  expect(call).toEqual({ kind: "foreign", home: "https://shop.example" });
});
