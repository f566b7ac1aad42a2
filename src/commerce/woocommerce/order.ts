import type { ShopOrder } from "#domain/orders/shop";
import { NOT_PLACED } from "#domain/orders/statuses";
import { cutText, plainText } from "#lib/plain-text";

import { consentOf } from "./consent.ts";
import type { ShopSettings } from "./dsn.ts";
import { fieldOf, listOf, textOf } from "./fields.ts";
import { shopKeyOf } from "./shop-key.ts";

/** The date of an order that tells when it entered the status. An order that awaits its payment does so from the start. */
const REACHED: ReadonlyMap<string, string> = new Map([
  ["pending", "date_created"],
  ["on-hold", "date_created"],
  ["processing", "date_paid"],
  ["completed", "date_completed"],
]);

/** A buyer's input goes into messages to others: no line breaks, and a maximum length. */
const LONGEST_VALUE = 200;
const LONGEST_ITEMS = 600;
const LONGEST_ADDRESS = 1_000;

/**
 * Reads an order as wc/v3 writes it; null where it is not one. Under `tidings` the companion plugin adds what only the
 * shop itself knows: addresses of its pages, the site's name, what a plugin stored with the order.
 */
export function readOrder(
  json: unknown,
  { home, siteName }: Pick<ShopSettings, "home" | "siteName">,
): ShopOrder | null {
  const id = fieldOf(json, "id");
  const status = textOf(json, "status").replace(/^wc-/, "");
  const modifiedAt = instant(json, "date_modified");
  const createdAt = instant(json, "date_created") ?? modifiedAt;
  if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 1) return null;
  if (!/^[a-z0-9_-]{1,60}$/.test(status) || modifiedAt === null || createdAt === null) return null;
  const billing = fieldOf(json, "billing");
  const reported = fieldOf(json, "tidings");
  const reached = REACHED.get(status);
  return {
    shop: shopKeyOf(home),
    id,
    status,
    createdAt,
    modifiedAt,
    reachedAt: reached === undefined ? null : instant(json, reached),
    phone: textOf(billing, "phone").trim() || null,
    country: textOf(billing, "country") || null,
    optIn: consentOf(json, listOf(reported, "opt_in")),
    isWhole: true,
    values: new Map([
      ...valuesOf(json, id, status, home),
      ["site_name", clean(siteName ?? (textOf(reported, "site_name") || new URL(home).host))],
      ["site_url", home],
    ]),
  };
}

/** Whether an order of this status has been placed. */
export function isPlaced(status: string): boolean {
  return !NOT_PLACED.has(status);
}

/** Timestamps come with and without a zone; only the GMT ones are unambiguous. */
function instant(json: unknown, name: string): number | null {
  const text = textOf(json, `${name}_gmt`);
  const time = text === "" ? NaN : Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`);
  // The database stores no time before 1970 and no year of six digits.
  return time >= 0 && time < 253_402_300_800_000 ? time : null;
}

function valuesOf(json: unknown, id: number, status: string, home: string): (readonly [string, string])[] {
  const billing = fieldOf(json, "billing");
  const of = (name: string): string => clean(textOf(billing, name));
  const key = encodeURIComponent(textOf(json, "order_key").toWellFormed());
  const lines = ["address_1", "address_2", "postcode", "city", "state", "country"]
    .map(of)
    .filter((part) => part !== "");
  const items = listOf(json, "line_items");
  const shipping = listOf(json, "shipping_lines").map((line) => clean(textOf(line, "method_title")));
  const currency = clean(textOf(json, "currency"));
  const payUrl = webAddress(textOf(json, "payment_url"));
  // The shop chooses the addresses of its pages: only the companion knows them.
  const page = (name: string, assumed: () => string): string =>
    webAddress(textOf(fieldOf(json, "tidings"), name))?.href ?? assumed();
  return [
    // Values from plugins may be objects: those have no text.
    ...listOf(json, "meta_data").map(
      (meta) => [`order_meta_${textOf(meta, "key")}`, clean(textOf(meta, "value"))] as const,
    ),
    ...items.flatMap((item) =>
      listOf(item, "meta_data").map(
        (meta) => [`order_item_meta_${textOf(meta, "key")}`, clean(textOf(meta, "value"))] as const,
      ),
    ),
    ["billing_first_name", of("first_name")],
    ["billing_last_name", of("last_name")],
    ["billing_company", of("company")],
    ["billing_address", clean(lines.join(", "))],
    ["billing_phone", of("phone")],
    ["billing_email", of("email")],
    ["order_edit_url", page("edit_url", () => `${home}/wp-admin/post.php?post=${id}&action=edit`)],
    ["order_number", clean(textOf(json, "number")) || String(id)],
    ["order_total", clean(textOf(json, "total"))],
    ["order_total_currency", currency],
    ["order_total_currency_symbol", clean(textOf(json, "currency_symbol")) || currency],
    ["order_pay_url", payUrl?.href ?? `${home}/checkout/order-pay/${id}/?pay_for_order=true&key=${key}`],
    ["order_view_url", page("view_url", () => `${home}/my-account/view-order/${id}/`)],
    // The link that cancels immediately contains a nonce of the shop's session, which is not available from outside.
    ["order_cancel_url", page("cancel_url", () => `${home}/my-account/view-order/${id}/`)],
    [
      "order_received_url",
      page("received_url", () => receivedUrl(payUrl, id, key) ?? `${home}/checkout/order-received/${id}/?key=${key}`),
    ],
    ["order_id", String(id)],
    ["order_items", clean(items.map(itemText).join(", "), LONGEST_ITEMS)],
    ["status", status],
    ["shipping_method", clean(shipping.join(", "))],
  ];
}

/**
 * The thank-you page of an order. It is next to the payment page, whose address the shop reports: only that address
 * shows what a shop has named its checkout.
 *
 * @param key as it appears in a query
 */
function receivedUrl(payUrl: URL | null, id: number, key: string): string | null {
  if (payUrl === null) return null;
  const page = new RegExp(`^(.*)/order-pay/${id}/?$`).exec(payUrl.pathname)?.[1];
  if (page !== undefined) return `${payUrl.origin}${page}/order-received/${id}/?key=${key}`;
  const query = payUrl.searchParams;
  if (query.get("order-pay") !== String(id) || !/^\d+$/.test(query.get("page_id") ?? "")) return null;
  return `${payUrl.origin}${payUrl.pathname}?page_id=${query.get("page_id")}&order-received=${id}&key=${key}`;
}

function webAddress(text: string): URL | null {
  const url = text.length > LONGEST_ADDRESS ? null : URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

function itemText(item: unknown): string {
  const quantity = textOf(item, "quantity");
  return `${quantity === "" || quantity === "1" ? "" : `${quantity} x `}${clean(textOf(item, "name"))}`;
}

/**
 * Names of products and shipping methods are HTML in a shop. Their text is kept as it is, even if it looks like markup.
 */
function clean(text: string, longest = LONGEST_VALUE): string {
  return cutText(plainText(text.slice(0, 4 * longest)), longest);
}
