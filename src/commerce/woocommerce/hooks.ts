import { openShopClient, TOO_LONG, type ShopDeps } from "./client.ts";
import type { ShopSettings } from "./dsn.ts";
import { textOf } from "./fields.ts";

/** A webhook of the shop. `status`: "active", "paused", or "disabled", either manually or after too many failures. */
export type ShopHook = {
  readonly id: string;
  readonly status: string;
  readonly topic: string;
  readonly url: string;
};

/** The first hundred webhooks of the shop; the owner of the key must be an administrator or shop manager. */
export async function woocommerceHooks(settings: ShopSettings, tools: ShopDeps): Promise<readonly ShopHook[]> {
  const client = openShopClient(settings, tools);
  const page = await client.list("webhooks", {
    per_page: "100",
    status: "all",
    _fields: "id,status,topic,delivery_url",
  });
  if (page === null) throw client.issue(TOO_LONG);
  return page.rows.map((row) => ({
    id: textOf(row, "id"),
    status: textOf(row, "status"),
    topic: textOf(row, "topic"),
    url: textOf(row, "delivery_url"),
  }));
}
