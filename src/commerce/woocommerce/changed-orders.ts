import type { ShopOrder, ShopOrders } from "#domain/ports/shop";
import { second } from "#lib/time";

import { openShopClient, type ShopTools } from "./client.ts";
import type { ShopSettings } from "./dsn.ts";
import { readOrder } from "./order.ts";

const PER_PAGE = 50;

/** What `readOrder` looks at: whole orders of a shop with many plugins have a hundred kilobytes each. */
const FIELDS = [
  "id,number,order_key,status,currency,currency_symbol,total,payment_url,billing,meta_data,line_items,shipping_lines",
  "date_created_gmt,date_modified_gmt,date_paid_gmt,date_completed_gmt",
].join(",");

/** Orders by the time of their last change, read from the shop. */
export function woocommerceOrders(settings: ShopSettings, tools: ShopTools): ShopOrders {
  const client = openShopClient(settings, tools);
  return {
    shop: settings.site,
    async changed({ since, skip }) {
      const { rows, total } = await client.list("orders", {
        // The API takes what is later than this, by whole seconds.
        modified_after: new Date(since - second).toISOString().replace(/\.\d+Z$/, ""),
        dates_are_gmt: "true",
        status: "any",
        orderby: "modified",
        order: "asc",
        offset: String(skip),
        per_page: String(PER_PAGE),
        _fields: FIELDS,
      });
      const read = rows.map((row) => readOrder(row, settings));
      const orders = read.filter((order): order is ShopOrder => order !== null);
      // Orders that the shop itself cannot load are missing from its pages, so a short one may go on.
      const isLast = rows.length === 0 || (rows.length < PER_PAGE && (total === null || skip + PER_PAGE >= total));
      if (isLast) return { orders, next: null };
      const last = orders.at(-1)?.modifiedAt ?? since;
      const next =
        last > since
          ? { since: last, skip: rows.length - read.findIndex((order) => order?.modifiedAt === last) }
          : { since, skip: skip + PER_PAGE };
      return { orders, next };
    },
  };
}
