import type { ShopOrder, ShopOrders } from "#domain/ports/shop";
import { second } from "#lib/time";

import { openShopClient, type ShopTools } from "./client.ts";
import type { ShopSettings } from "./dsn.ts";
import { readOrder } from "./order.ts";

const PER_PAGE = 50;

/** Orders by the time of their last change, read from the shop. */
export function woocommerceOrders(settings: ShopSettings, tools: ShopTools): ShopOrders {
  const client = openShopClient(settings, tools);
  return {
    shop: settings.site,
    async changed(since, skip) {
      const { rows } = await client.list("orders", {
        // The API takes what is later than this, by whole seconds.
        modified_after: new Date(since - second).toISOString().replace(/\.\d+Z$/, ""),
        dates_are_gmt: "true",
        status: "any",
        orderby: "modified",
        order: "asc",
        offset: String(skip),
        per_page: String(PER_PAGE),
      });
      const orders = rows.map((row) => readOrder(row, settings)).filter((order): order is ShopOrder => order !== null);
      return { orders, more: rows.length === PER_PAGE };
    },
  };
}
