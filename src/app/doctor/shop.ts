import { woocommerceCommerce } from "#commerce/woocommerce";
import { woocommerceOrders } from "#commerce/woocommerce/changed-orders";
import type { ShopTools } from "#commerce/woocommerce/client";
import type { ShopSettings } from "#commerce/woocommerce/dsn";
import { woocommerceHooks, type ShopHook } from "#commerce/woocommerce/hooks";
import { SHOP_WEBHOOK_PATH } from "#contract/order-notices";
import { counted } from "#lib/counted";
import { hour } from "#lib/time";

import type { Config } from "../config.ts";
import type { Finding } from "./finding.ts";
import { createOutbound } from "../outbound.ts";

/** Asks the shop that the settings name for its first customers, its last orders and its webhooks. */
export async function examineShop(config: Pick<Config, "commerce" | "publicUrl">): Promise<readonly Finding[]> {
  const { commerce } = config;
  if (typeof commerce === "string") return [];
  const outbound = createOutbound({ allow: [] });
  const tools: ShopTools = {
    fetch: outbound.trustedFetch,
    now: Date.now,
    random: Math.random,
    newNonce: () => crypto.randomUUID(),
    unavailable: (message) => new Error(message),
    times: { tryMs: 5_000, callMs: 6_000 },
  };
  try {
    const people = await aboutPeople(commerce, tools);
    if (commerce.webhookSecret === null) {
      return [...people, finding("warning", "No webhook_secret: nothing is texted about orders.")];
    }
    // Who does not get in is told so once.
    const orders = people.some(({ level }) => level === "fault")
      ? []
      : await aboutOrders(commerce, tools, config.publicUrl);
    return [
      ...people,
      ...orders,
      ...(config.publicUrl === null
        ? [finding("warning", "TIDINGS_PUBLIC_URL is not set: the shop must reach this machine itself.")]
        : []),
    ];
  } finally {
    await outbound.close();
  }
}

async function aboutPeople(commerce: ShopSettings, tools: ShopTools): Promise<readonly Finding[]> {
  try {
    const { contacts, next } = await woocommerceCommerce(commerce, tools).customers(null, 100);
    const reachable = contacts.filter(({ phone }) => phone !== null).length;
    const more = next === null ? "" : ", and more";
    const text = `${commerce.site} answers: ${counted(contacts.length, "customer")}, ${reachable} with a phone${more}.`;
    return [finding("ok", text)];
  } catch (error) {
    return [finding("fault", messageOf(error))];
  }
}

/** WooCommerce switches a webhook off in silence: nobody else would tell. */
async function aboutOrders(
  commerce: ShopSettings,
  tools: ShopTools,
  publicUrl: string | null,
): Promise<readonly Finding[]> {
  try {
    await woocommerceOrders(commerce, tools).changed({ since: tools.now() - hour, skip: 0 });
    const hooks = await woocommerceHooks(commerce, tools);
    const path = SHOP_WEBHOOK_PATH.replace("{shop}", "woocommerce");
    const ours = hooks.filter(({ url, topic }) => url.endsWith(path) && topic.startsWith("order."));
    if (!ours.some(({ topic }) => topic === "order.updated")) {
      const look =
        commerce.lookMinutes === 0 ? "" : `, and orders are found every ${commerce.lookMinutes} minutes only`;
      return [
        finding("warning", `The shop has no webhook for order.updated whose delivery URL ends in ${path}${look}.`),
      ];
    }
    return ours.map((hook) => aboutHook(hook, publicUrl));
  } catch (error) {
    return [finding("fault", messageOf(error))];
  }
}

function aboutHook({ id, topic, status, url }: ShopHook, publicUrl: string | null): Finding {
  const name = `The shop's webhook ${id} for ${topic}`;
  if (status !== "active") {
    const text = `${name} is ${status}: WooCommerce does that at the seventh failed call. Why stands in its log webhooks-delivery; then make it active again.`;
    return finding("fault", text);
  }
  const origin = URL.parse(url)?.origin;
  if (publicUrl !== null && origin !== URL.parse(publicUrl)?.origin) {
    const text = `${name} calls ${origin ?? url} and not TIDINGS_PUBLIC_URL. WooCommerce follows no redirect, and takes one for success.`;
    return finding("warning", text);
  }
  return finding("ok", `${name} calls this service.`);
}

function finding(level: Finding["level"], text: string): Finding {
  return { level, about: "shop", text };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
