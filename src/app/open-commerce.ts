import { randomUUID } from "node:crypto";

import { woocommerceCommerce } from "#commerce/woocommerce";
import { woocommerceOrders } from "#commerce/woocommerce/changed-orders";
import type { ShopTools } from "#commerce/woocommerce/client";
import { woocommerceWebhook } from "#commerce/woocommerce/webhook";
import { Fault } from "#domain/fault";
import type { CustomerStore } from "#domain/ports/customer-store";
import type { Commerce } from "#domain/ports/host";
import type { ShopOrders, ShopWebhook } from "#domain/ports/shop";

import type { Config } from "./config.ts";

export type OpenCommerce = {
  readonly commerce: Commerce | null;
  /** What `/customers` is about. */
  readonly customers: CustomerStore;
  /** null: the shop's calls are not taken. */
  readonly webhook: ShopWebhook | null;
  /** null: nobody looks for orders whose call was lost. */
  readonly orders: (ShopOrders & { readonly everyMinutes: number }) | null;
};

/** The shop that the settings name; without one, the customers that the service keeps itself. */
export function openCommerce(
  { commerce }: Pick<Config, "commerce">,
  own: { readonly commerce: Commerce; readonly customers: CustomerStore },
  tools: Pick<ShopTools, "fetch" | "random" | "now">,
): OpenCommerce {
  if (commerce === "builtin") return { ...own, webhook: null, orders: null };
  if (commerce === "none") {
    return { commerce: null, customers: keptElsewhere("There is no shop."), webhook: null, orders: null };
  }
  const shop: ShopTools = {
    ...tools,
    newNonce: () => randomUUID().replaceAll("-", ""),
    unavailable: (message) => new Fault("host_unavailable", message),
  };
  return {
    commerce: woocommerceCommerce(commerce, shop),
    customers: keptElsewhere(`Customers are kept by the shop: ${commerce.site}/wp-admin/users.php?role=customer`),
    webhook: woocommerceWebhook(commerce),
    orders:
      commerce.lookMinutes === 0 ? null : { ...woocommerceOrders(commerce, shop), everyMinutes: commerce.lookMinutes },
  };
}

function keptElsewhere(where: string): CustomerStore {
  const refuse = async (): Promise<never> => {
    throw new Fault("not_found", where);
  };
  return { list: refuse, add: refuse, remove: refuse };
}
