import { createHmac, timingSafeEqual } from "node:crypto";

import type { ShopWebhook } from "#domain/orders/shop";

import type { ShopSettings } from "./dsn.ts";
import { fieldOf, readJson, textOf } from "./fields.ts";
import { isPlaced, readOrder } from "./order.ts";
import { withoutEntities } from "./entities.ts";
import { shopKeyOf } from "./shop-key.ts";

const TOPICS = new Set(["order.created", "order.updated", "order.restored"]);
/** What WooCommerce sends, unsigned, when a webhook is saved. It expects 200. */
const PING = /^webhook_id=\d{1,20}$/;

/** Calls of WooCommerce's webhooks: HMAC-SHA256 over the raw body, in base64. null: none are accepted. */
export function woocommerceWebhook(settings: ShopSettings): ShopWebhook | null {
  if (settings.webhookSecret === null) return null;
  const typed = settings.webhookSecret.reveal();
  const secrets = new Set([withoutEntities(typed), typed]);
  return {
    name: "woocommerce",
    read(header, body) {
      const signature = header("x-wc-webhook-signature");
      if (signature === null && body.length < 40 && PING.test(Buffer.from(body).toString("latin1").trim())) {
        return { kind: "ping" };
      }
      const given = Buffer.from(signature ?? "", "base64");
      if (![...secrets].some((secret) => isSignature(given, secret, body))) return { kind: "forged" };
      // A copy of a shop keeps its webhooks and their secret, and continues the shop's order numbers.
      const source = header("x-wc-webhook-source");
      if (source !== null && shopKeyOf(source) !== shopKeyOf(settings.home))
        return { kind: "foreign", home: settings.home };
      if (!TOPICS.has(header("x-wc-webhook-topic") ?? "")) return { kind: "other" };
      const json = readJson(body);
      const order = readOrder(json, settings);
      if (order === null) return { kind: "unreadable", why: reason(json) };
      return isPlaced(order.status) ? { kind: "order", order } : { kind: "other" };
    },
  };
}

function isSignature(given: Buffer, secret: string, body: Uint8Array): boolean {
  const right = createHmac("sha256", secret).update(body).digest();
  return given.length === right.length && timingSafeEqual(given, right);
}

/**
 * Why a signed body contains no order. When the webhook fires, the shop queries its own API for the order, as the user
 * who created the webhook, and sends the response.
 */
function reason(json: unknown): string {
  const code = textOf(json, "code");
  if (code.endsWith("_cannot_view"))
    return "the user who created the webhook may not read orders: create it again as a user who may";
  if (/^(?:woocommerce|rest)_\w{1,80}$/.test(code)) return `the shop could not read it (${code})`;
  const isOld = fieldOf(json, "order") !== undefined || textOf(json, "date_modified") !== "";
  return isOld ? "the webhook's API version must be WP REST API Integration v3" : "it is no order";
}
