import { createHmac } from "node:crypto";

import type { Answer, TestService } from "../service/test-service.ts";

export const WEBHOOK_SECRET = "a secret of some length";

/** A time in GMT as WooCommerce writes it, some seconds from now. */
export function gmt(seconds = 0): string {
  return new Date(Date.now() + 1_000 * seconds).toISOString().replace(/\.\d+Z$/, "");
}

/** An order as wc/v3 writes it, with what a shop's plugins add. */
export function wooOrder(id: number, more: Readonly<Record<string, unknown>> = {}) {
  return {
    id,
    number: `A-${id}`,
    order_key: "wc_order_x1",
    status: "processing",
    currency: "EUR",
    currency_symbol: "€",
    total: "39.90",
    customer_id: 0,
    date_created_gmt: gmt(-60),
    date_modified_gmt: gmt(),
    date_paid_gmt: gmt(-30),
    date_completed_gmt: null,
    payment_url: `https://shop.example/pay/${id}`,
    billing: {
      first_name: "Ada",
      last_name: "Lovelace",
      company: "",
      address_1: "Main St 1",
      city: "Berlin",
      postcode: "10115",
      country: "DE",
      email: "ada@example.test",
      phone: `0151 ${20_000_000 + id}`,
    },
    line_items: [
      { name: "Tea", quantity: 2, meta_data: [{ key: "color", value: "green" }] },
      { name: "Cup", quantity: 1, meta_data: [{ key: "_plugin", value: { a: 1 } }] },
    ],
    shipping_lines: [{ method_title: "Parcel" }],
    meta_data: [{ key: "gift_note", value: "Happy\nbirthday" }],
    ...more,
  };
}

export type ShopCallOptions = {
  readonly secret?: string;
  readonly topic?: string;
  readonly raw?: string;
  /** The address that the shop calls its own. */
  readonly source?: string;
};

/** The shop calls, as WooCommerce does. */
export function shopCalls(
  service: Pick<TestService, "call">,
  order: unknown,
  options: ShopCallOptions = {},
): Promise<Answer> {
  const raw = options.raw ?? JSON.stringify(order);
  return service.call("POST", "/commerce/woocommerce/webhook", undefined, {
    as: null,
    raw,
    headers: {
      "content-type": "application/json",
      "x-wc-webhook-topic": options.topic ?? "order.updated",
      "x-wc-webhook-delivery-id": "d1",
      ...(options.source !== undefined && { "x-wc-webhook-source": options.source }),
      "x-wc-webhook-signature": createHmac("sha256", options.secret ?? WEBHOOK_SECRET)
        .update(raw)
        .digest("base64"),
    },
  });
}
