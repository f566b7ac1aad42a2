import type { ShopPollStore } from "#domain/orders/shop-poll-store";

import type { Db } from "../../database.ts";
import { dueIn } from "../../leases.ts";

export function shopPollQueries(db: Db): ShopPollStore {
  return {
    async claim(shop, leaseMs) {
      await db.query("first look", "insert into shop_looks (shop) values ($1) on conflict do nothing", [shop]);
      const [row] = await db.query<{ since: Date }>(
        "claim look",
        `update shop_looks set ${dueIn("$2")}
         where shop = $1 and due <= now() returning since`,
        [shop, leaseMs],
      );
      return row ? row.since.getTime() : null;
    },
    async advance(shop, since, leaseMs) {
      await db.query(
        "advance look",
        // A shop whose clock was far ahead once must not hide everything that follows.
        `update shop_looks set since = greatest(since, least(to_timestamp($2 / 1000.0), now())),
           ${dueIn("$3")} where shop = $1`,
        [shop, since, leaseMs],
      );
    },
  };
}
