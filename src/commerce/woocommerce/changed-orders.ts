import type { ChangesPlace, ShopOrder, ShopOrders } from "#domain/orders/shop";
import { second } from "#lib/time";

import { openShopClient, OUT_OF_ORDER, TOO_LONG, type ShopDeps } from "./client.ts";
import type { ShopSettings } from "./dsn.ts";
import type { ShopPage } from "./judge-response.ts";
import { isPlaced, readOrder } from "./order.ts";
import { shopKeyOf } from "./shop-key.ts";

/** Rows to request; the next number where they are too long for one response. */
const PAGE_SIZES = [50, 10, 1];
/** No caller waits for this poll, and whole orders take a shop longer than the few fields of customers. */
const TIMES = { tryMs: 20 * second, callMs: 25 * second };

/** What `readOrder` reads: whole orders of a shop with many plugins are a hundred kilobytes each. */
const FIELDS = [
  "id,number,order_key,status,currency,currency_symbol,total,payment_url,billing,meta_data,line_items,shipping_lines",
  "date_created_gmt,date_modified_gmt,date_paid_gmt,date_completed_gmt,created_via,tidings",
].join(",");

/** For an order that is too long for a response: enough to identify it, and to see that it entered a status. */
const BRIEF = "id,number,status,date_created_gmt,date_modified_gmt,date_paid_gmt,date_completed_gmt";
/** No shop saves that many orders within a second: it must be repeating itself, and reading on would never end. */
const MAX_PER_SECOND = 20_000;

/** Orders by the time of their last change, read from the shop. */
export function woocommerceOrders(settings: ShopSettings, tools: ShopDeps): ShopOrders {
  const client = openShopClient(settings, { times: TIMES, ...tools });

  function request({ since, skip }: ChangesPlace, size: number, fields: string): Promise<ShopPage | null> {
    return client.list("orders", {
      // The API returns what was modified after this, in whole seconds. Without a zone: with one, it is compared in the
      // shop's own zone, even with dates_are_gmt.
      modified_after: new Date(since - second).toISOString().replace(/\.\d+Z$/, ""),
      dates_are_gmt: "true",
      status: "any",
      orderby: "modified",
      order: "asc",
      offset: String(skip),
      per_page: String(size),
      _fields: fields,
    });
  }

  async function read(place: ChangesPlace): Promise<{ page: ShopPage; size: number; isWhole: boolean }> {
    for (const size of PAGE_SIZES) {
      const page = await request(place, size, FIELDS);
      if (page) return { page, size, isWhole: true };
    }
    // One order that is too long by itself must neither hide those after it nor be lost silently.
    const page = await request(place, 1, BRIEF);
    if (page) return { page, size: 1, isWhole: false };
    throw client.issue(TOO_LONG);
  }

  return {
    shop: shopKeyOf(settings.home),
    async changed(place) {
      const { since, skip } = place;
      if (skip > MAX_PER_SECOND) throw client.issue(OUT_OF_ORDER);
      const found = await read(place);
      const { rows, total } = found.page;
      const orders = rows.map((row) => {
        const order = readOrder(row, settings);
        return order && { ...order, isWhole: found.isWhole };
      });
      const placed = orders.filter((order): order is ShopOrder => order !== null && isPlaced(order.status));
      // Orders that the shop itself cannot load are missing from its pages, so a short page is not always the last.
      const isLast = rows.length === 0 || (rows.length < found.size && (total === null || skip + found.size >= total));
      if (isLast) return { orders: placed, next: null };
      const last = orders.findLast((order) => order !== null)?.modifiedAt ?? since;
      const seen =
        last > since ? rows.length - orders.findIndex((order) => order?.modifiedAt === last) : skip + found.size;
      // Some rows are read again: if orders of this second change in the meantime, those behind them move up.
      const next = { since: Math.max(last, since), skip: Math.max(0, seen - Math.floor(found.size / 5)) };
      return { orders: placed, next };
    },
  };
}
