import { woocommerceCommerce } from "#commerce/woocommerce";
import { woocommerceOrders } from "#commerce/woocommerce/changed-orders";
import type { ShopDeps } from "#commerce/woocommerce/client";
import type { ShopSettings } from "#commerce/woocommerce/dsn";
import { woocommerceHooks, type ShopHook } from "#commerce/woocommerce/hooks";
import { SHOP_WEBHOOK_PATH } from "#contract/order-notices";
import { counted } from "#lib/counted";
import { reasonOf } from "#lib/error-text";
import { hour } from "#lib/time";

import type { Config } from "../config/config.ts";
import { hasShop } from "../service/open-platform.ts";
import type { CheckResult } from "./check-result.ts";
import { createOutbound } from "../outbound/outbound.ts";

/** Queries the shop that the settings name for its first customers, its last orders and its webhooks. */
export async function checkShop(
  config: Pick<Config, "commerce" | "publicUrl" | "platform">,
): Promise<readonly CheckResult[]> {
  const { commerce } = config;
  if (typeof commerce === "string") return [];
  const outbound = createOutbound({ allow: [] });
  const tools: ShopDeps = {
    fetch: outbound.trustedFetch,
    now: Date.now,
    random: Math.random,
    newNonce: () => crypto.randomUUID(),
    times: { tryMs: 5_000, callMs: 6_000 },
  };
  try {
    // The companion plugin on the shop's own site reports changes itself; the check of the platform covers it.
    const isReported = hasShop(config);
    const people = await aboutPeople(commerce, tools, isReported);
    if (commerce.webhookSecret === null) {
      const text =
        "No webhook_secret, and the shop is not on the site of TIDINGS_PLATFORM: no messages are sent about orders.";
      return isReported ? people : [...people, checkResult("warning", text)];
    }
    // Refused credentials are reported once.
    const orders = people.some(({ level }) => level !== "ok")
      ? []
      : await aboutOrders(commerce, tools, { publicUrl: config.publicUrl, isReported });
    return [
      ...people,
      ...orders,
      ...(config.publicUrl === null && !isReported
        ? [
            checkResult(
              "warning",
              "TIDINGS_PUBLIC_URL is not set: the shop must be able to reach this machine directly.",
            ),
          ]
        : []),
    ];
  } finally {
    await outbound.close();
  }
}

async function aboutPeople(
  commerce: ShopSettings,
  tools: ShopDeps,
  isReported: boolean,
): Promise<readonly CheckResult[]> {
  try {
    const { contacts, next } = await woocommerceCommerce(commerce, tools).customers(null, 100);
    const reachable = contacts.filter(({ phone }) => phone !== null).length;
    // Orders of guests come after the last account, if they count.
    const isAll = next === null || next.startsWith("o:");
    const who = isAll ? counted(contacts.length, "customer") : `of the first ${counted(contacts.length, "customer")}`;
    const guests = commerce.guests ? " Guests are found by their orders." : "";
    return [checkResult("ok", `${commerce.site} answers: ${who}, ${reachable} with a phone.${guests}`)];
  } catch (error) {
    // In that case only messages to customers need an account at the shop; messages about orders do not.
    return [checkResult(isReported ? "warning" : "error", reasonOf(error))];
  }
}

/** WooCommerce disables a webhook silently: nothing else would report it. */
async function aboutOrders(
  commerce: ShopSettings,
  tools: ShopDeps,
  { publicUrl, isReported }: { readonly publicUrl: string | null; readonly isReported: boolean },
): Promise<readonly CheckResult[]> {
  try {
    await woocommerceOrders(commerce, tools).changed({ since: tools.now() - hour, skip: 0 });
    const hooks = await woocommerceHooks(commerce, tools);
    const path = SHOP_WEBHOOK_PATH.replace("{shop}", "woocommerce");
    const ours = hooks.filter(({ url, topic }) => url.endsWith(path) && topic.startsWith("order."));
    if (isReported && ours.length === 0) return [];
    if (!isReported && !ours.some(({ topic }) => topic === "order.updated")) {
      const polled =
        commerce.lookMinutes === 0 ? "" : `, and orders are found every ${commerce.lookMinutes} minutes only`;
      return [
        checkResult(
          "warning",
          `The shop has no webhook for order.updated whose delivery URL ends in ${path}${polled}.`,
        ),
      ];
    }
    const known = [publicUrl, isReported ? commerce.home : null].flatMap((one) => URL.parse(one ?? "")?.origin ?? []);
    return ours.map((hook) => aboutHook(hook, publicUrl === null ? [] : known));
  } catch (error) {
    return [checkResult("error", reasonOf(error))];
  }
}

/** @param origins those at which the service is reached, also through the site; none: not known */
function aboutHook({ id, topic, status, url }: ShopHook, origins: readonly string[]): CheckResult {
  const name = `The shop's webhook ${id} for ${topic}`;
  if (status !== "active") {
    const text = `${name} is ${status}: WooCommerce does that at the seventh failed call. The reason is in its log webhooks-delivery; then make it active again.`;
    return checkResult("error", text);
  }
  const origin = URL.parse(url)?.origin;
  if (origins.length > 0 && !origins.includes(origin ?? "")) {
    const text = `${name} calls ${origin ?? url} and not TIDINGS_PUBLIC_URL. WooCommerce follows no redirect, and counts one as success.`;
    return checkResult("warning", text);
  }
  return checkResult("ok", `${name} calls this service.`);
}

function checkResult(level: CheckResult["level"], text: string): CheckResult {
  return { level, about: "shop", text };
}
