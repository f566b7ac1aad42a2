import { createHmac, timingSafeEqual } from "node:crypto";

import type { ShopWebhook } from "#domain/ports/shop";

import type { ShopSettings } from "./dsn.ts";
import { readOrder } from "./order.ts";

const TOPICS = new Set(["order.created", "order.updated", "order.restored"]);
/** What WooCommerce sends, unsigned, when a webhook is saved. It wants 200. */
const PING = /^webhook_id=\d{1,20}$/;

/** Calls of WooCommerce's webhooks: HMAC-SHA256 over the body as it came, in base64. null: none are taken. */
export function woocommerceWebhook(settings: ShopSettings): ShopWebhook | null {
  const secret = settings.webhookSecret;
  if (secret === null) return null;
  return {
    name: "woocommerce",
    read(header, body) {
      const signature = header("x-wc-webhook-signature");
      if (signature === null && body.length < 40 && PING.test(Buffer.from(body).toString("latin1").trim())) {
        return { kind: "ping" };
      }
      const right = createHmac("sha256", secret.reveal()).update(body).digest();
      const given = Buffer.from(signature ?? "", "base64");
      if (given.length !== right.length || !timingSafeEqual(given, right)) return { kind: "forged" };
      // A copy of a shop keeps its webhooks and their secret, and numbers its orders on as the shop does.
      const source = header("x-wc-webhook-source");
      if (source !== null && placeOf(source) !== placeOf(settings.home))
        return { kind: "foreign", home: settings.home };
      if (!TOPICS.has(header("x-wc-webhook-topic") ?? "")) return { kind: "other" };
      const order = readOrder(parse(Buffer.from(body).toString("utf8")), settings);
      return order === null ? { kind: "unreadable" } : { kind: "order", order };
    },
  };
}

/** Host and path: whether a shop says http or https of itself is a matter of its settings. */
function placeOf(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.host}${url.pathname.replace(/\/+$/, "")}` : "";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
