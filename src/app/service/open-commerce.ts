import { randomUUID } from "node:crypto";

import { woocommerceCommerce } from "#commerce/woocommerce";
import { woocommerceOrders } from "#commerce/woocommerce/changed-orders";
import type { ShopDeps } from "#commerce/woocommerce/client";
import { readReportedOrder } from "#commerce/woocommerce/reported-order";
import { woocommerceWebhook } from "#commerce/woocommerce/webhook";
import { DomainError } from "#domain/error";
import type { CustomerStore } from "#domain/users/customer-store";
import type { Commerce } from "#domain/access/host";
import type { Platform } from "#domain/access/platform";
import { checkedPage } from "#hosts/program/checked";
import { platformQuery } from "#hosts/program/query";
import type { Log } from "#lib/log";
import type { ShopCall, ShopOrders, ShopWebhook } from "#domain/orders/shop";

import type { Config } from "../config/config.ts";

export type OpenCommerce = {
  readonly commerce: Commerce | null;
  /** The source of `/customers`. */
  readonly customers: CustomerStore;
  /** Whether a message can be sent to customers. The shop is not queried for their number. */
  readonly hasCustomers: () => Promise<boolean>;
  /** null: calls of the shop are not accepted. */
  readonly webhook: ShopWebhook | null;
  /** Reads what the companion plugin of the shop's site reports; null: there is no shop. */
  readonly reported: ((body: Uint8Array) => ShopCall) | null;
  /** null: nothing polls for orders whose call was lost. */
  readonly orders: (ShopOrders & { readonly everyMinutes: number }) | null;
  /** Most messages about orders that one phone gets a day. */
  readonly perDay: { readonly customer: number; readonly staff: number };
};

/** Without a shop no messages are sent about orders. */
const NO_SHOP = { webhook: null, reported: null, orders: null, perDay: { customer: 0, staff: 0 } };

/** The shop that the settings name; without one, the customers that the service stores itself. */
export function openCommerce(
  { commerce }: Pick<Config, "commerce">,
  own: { readonly commerce: Commerce; readonly customers: CustomerStore },
  program: Platform | null,
  tools: Pick<ShopDeps, "fetch" | "random" | "now"> & { readonly log: Log },
): OpenCommerce {
  if (commerce === "builtin" && program) return programCommerce(program, tools.log);
  if (commerce === "builtin") {
    const hasCustomers = async () => (await own.customers.list({ after: 0, limit: 1 })).length > 0;
    return { ...own, hasCustomers, ...NO_SHOP };
  }
  if (commerce === "none") {
    const customers = managedElsewhere("There is no shop.");
    return { commerce: null, customers, hasCustomers: async () => false, ...NO_SHOP };
  }
  const shop: ShopDeps = {
    ...tools,
    newNonce: () => randomUUID().replaceAll("-", ""),
  };
  return {
    commerce: woocommerceCommerce(commerce, shop),
    customers: managedElsewhere(`Customers are managed by the shop: ${commerce.site}/wp-admin/users.php?role=customer`),
    hasCustomers: async () => true,
    webhook: woocommerceWebhook(commerce),
    reported: (body) => readReportedOrder(body, commerce),
    orders:
      commerce.lookMinutes === 0 ? null : { ...woocommerceOrders(commerce, shop), everyMinutes: commerce.lookMinutes },
    perDay: commerce.perDay,
  };
}

/** The customers of the program's shop; without one, a message cannot name customers. */
function programCommerce(program: Platform, log: Log): OpenCommerce {
  const { name, customers } = program;
  const none = managedElsewhere(customers ? `Customers are managed by ${name}.` : "There is no shop.");
  if (!customers) return { commerce: null, customers: none, hasCustomers: async () => false, ...NO_SHOP };
  const query = platformQuery(name, log);
  const commerce: Commerce = {
    name,
    customers: (cursor, limit) => query(async () => checkedPage(await program.customers!(cursor, limit))),
  };
  return { commerce, customers: none, hasCustomers: async () => true, ...NO_SHOP };
}

function managedElsewhere(where: string): CustomerStore {
  const refuse = async (): Promise<never> => {
    throw new DomainError("not_found", where);
  };
  return { list: refuse, add: refuse, remove: refuse };
}
