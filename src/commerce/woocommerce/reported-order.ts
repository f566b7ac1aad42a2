import type { ShopCall } from "#domain/orders/shop";

import type { ShopSettings } from "./dsn.ts";
import { fieldOf, readJson, textOf } from "./fields.ts";
import { isPlaced, readOrder } from "./order.ts";
import { shopKeyOf } from "./shop-key.ts";

/**
 * A change of an order as the companion plugin reports it: `{"home": …, "order": …}`, the order as wc/v3 writes it,
 * with the status that it entered and the time of that change. `changed_gmt` is present where the order was seen to
 * change; a new order has its own dates, which may be old: importers create such orders. `{"home": …, "test": …}` only
 * tests the connection.
 *
 * @param body as it was signed
 */
export function readReportedOrder(body: Uint8Array, settings: Pick<ShopSettings, "home" | "siteName">): ShopCall {
  const json = readJson(body);
  // A copy of a site keeps its connection settings.
  if (shopKeyOf(textOf(json, "home")) !== shopKeyOf(settings.home)) return { kind: "foreign", home: settings.home };
  if (fieldOf(json, "test") !== undefined) return { kind: "ping" };
  const order = readOrder(fieldOf(json, "order"), settings);
  if (order === null) return { kind: "unreadable", why: "it is no order" };
  if (!isPlaced(order.status)) return { kind: "other" };
  const changedAt = Date.parse(`${textOf(json, "changed_gmt")}Z`);
  return { kind: "order", order: Number.isNaN(changedAt) ? order : { ...order, reachedAt: changedAt } };
}
