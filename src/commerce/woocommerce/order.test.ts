import { expect, test } from "vitest";

import { readShopDsn } from "./dsn.ts";
import { readOrder } from "./order.ts";

const settings = { site: "http://10.0.0.5", home: "https://shop.example", siteName: "Tea &amp; Co" };
const order = (more: object) => ({
  id: 7,
  status: "processing",
  date_created_gmt: "2026-05-01T10:00:00",
  date_modified_gmt: "2026-05-01T10:00:01",
  ...more,
});
const values = (more: object) => readOrder(order(more), settings)!.values;

test("product names are HTML in a shop, and plain text in a message", () => {
  const read = values({
    currency_symbol: "&euro;",
    line_items: [{ name: "Tea &amp; <em>cake</em> &#8211; 500&nbsp;g", quantity: 2 }],
    shipping_lines: [{ method_title: "<b>DHL</b> Parcel" }],
    billing: { first_name: "Ann &#37;order_id&#37;", last_name: "O&#039;Neil" },
  });
  expect(Object.fromEntries(read)).toMatchObject({
    site_name: "Tea & Co",
    order_items: "2 x Tea & cake – 500 g",
    order_total_currency_symbol: "€",
    shipping_method: "DHL Parcel",
    billing_first_name: "Ann %order_id%",
    billing_last_name: "O'Neil",
  });
});

test("addresses are those that the shop's visitors know", () => {
  const read = values({ order_key: "wc_order_\ud800x", payment_url: "javascript:alert(1)" });
  expect(Object.fromEntries([...read].filter(([name]) => name.endsWith("_url")))).toMatchObject({
    site_url: "https://shop.example",
    order_view_url: "https://shop.example/my-account/view-order/7/",
    order_pay_url: expect.stringMatching(
      /^https:\/\/shop\.example\/checkout\/order-pay\/7\/\?pay_for_order=true&key=wc_/,
    ),
  });
  expect(values({ payment_url: "https://shop.example/pay/\u0000 7" }).get("order_pay_url")).toBe(
    "https://shop.example/pay/%00%207",
  );
});

test.each([
  [
    "https://shop.example/kasse/order-pay/7/?pay_for_order=true&key=wc_order_x",
    "https://shop.example/kasse/order-received/7/?key=wc_order_x",
  ],
  [
    "https://shop.example/de/kasse/order-pay/7?pay_for_order=true&key=wc_order_x",
    "https://shop.example/de/kasse/order-received/7/?key=wc_order_x",
  ],
  // Plain permalinks.
  [
    "https://shop.example/?page_id=8&order-pay=7&pay_for_order=true&key=wc_order_x",
    "https://shop.example/?page_id=8&order-received=7&key=wc_order_x",
  ],
  // A page that is not of this order reveals nothing.
  ["https://pay.example/?order-pay=70&key=stolen", "https://shop.example/checkout/order-received/7/?key=wc_order_x"],
  ["https://shop.example/pay/7", "https://shop.example/checkout/order-received/7/?key=wc_order_x"],
  ["", "https://shop.example/checkout/order-received/7/?key=wc_order_x"],
])("the thank-you page is next to the payment page: %s", (payment_url, received) => {
  expect(values({ order_key: "wc_order_x", payment_url }).get("order_received_url")).toBe(received);
});

test("truncated text ends with a whole character", () => {
  const name = values({ billing: { first_name: `a${"😀".repeat(300)}` } }).get("billing_first_name")!;
  expect([name.length, name.includes("\ufffd")]).toEqual([199, false]);
});

test.each([
  [["yes"], true],
  [["no"], false],
  [[" YES "], true],
  [[true], true],
  [[false], false],
  [["yes", "no"], false],
  [[0], false],
  [[{ yes: 1 }], null],
  [[null], null],
  [[], null],
])("the buyer's answers %j mean %j", (answers, expected) => {
  const meta = answers.map((value) => ({ key: "wpsms_woocommerce_order_notification", value }));
  const other = { key: "wpsms_woocommerce_order_notification_2", value: "yes" };
  expect(readOrder(order({ meta_data: [other, ...meta] }), settings)!.optIn).toBe(expected);
});

test.each([
  ["woocommerce+http://ck_1:cs_1@shop.example", "shop.example"],
  ["woocommerce+https://ck_1:cs_1@SHOP.example:443/", "shop.example"],
  ["woocommerce+http://ck_1:cs_1@10.0.0.5:8080?home=https%3A%2F%2Fshop.example%2F", "shop.example"],
  ["woocommerce+https://ck_1:cs_1@shop.example/tea/", "shop.example/tea"],
  ["woocommerce+https://ck_1:cs_1@other.example", "other.example"],
])(
  "the shop of %s is %s: two shops may use the same order numbers, and a shop that moves to https stays the same",
  (dsn, shop) => {
    const read = readShopDsn(dsn);
    expect(read.ok && readOrder(order({}), read.value)!.shop).toBe(shop);
  },
);

test("what the companion reports about the shop's pages and name counts, and an invalid address does not", () => {
  const tidings = {
    site_name: "Tee & mehr",
    view_url: "https://shop.example/mein-konto/bestellung/7/",
    cancel_url: "javascript:alert(1)",
    received_url: "https://shop.example/kasse/danke/7/",
    edit_url: `https://shop.example/${"x".repeat(2_000)}`,
  };
  const read = readOrder(order({ tidings }), { ...settings, siteName: null })!.values;
  expect(Object.fromEntries(read)).toMatchObject({
    site_name: "Tee & mehr",
    order_view_url: "https://shop.example/mein-konto/bestellung/7/",
    order_cancel_url: "https://shop.example/my-account/view-order/7/",
    order_received_url: "https://shop.example/kasse/danke/7/",
    order_edit_url: "https://shop.example/wp-admin/post.php?post=7&action=edit",
  });
  // The name that an operator has set is not overruled; nor does anything but text count.
  expect(values({ tidings }).get("site_name")).toBe("Tea & Co");
  const odd = readOrder(order({ tidings: { site_name: ["x"], opt_in: "no" } }), { ...settings, siteName: null })!;
  expect([odd.values.get("site_name"), odd.optIn]).toEqual(["shop.example", null]);
});
