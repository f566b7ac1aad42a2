import type { ShopLookStore } from "#domain/ports/shop-look-store";
import type { ShopOrder, ShopOrders } from "#domain/ports/shop";
import { minute, second } from "#lib/time";

import { machine, type Log, type Machine } from "./machine.ts";

/** Looked at again each time: the shop's clock is not ours, and two orders may change in one second. */
const OVERLAP_MS = 2 * minute;
const POLL_MS = 5 * second;

/**
 * Reads from the shop what was changed since the last look, and hands it on as the shop's own calls are. WooCommerce
 * sends a call once and switches a webhook off after five failures, so calls are lost while we are away.
 */
export function orderLook(options: {
  readonly store: ShopLookStore;
  readonly orders: ShopOrders;
  /** Between two looks. */
  readonly everyMs: number;
  readonly notify: (order: ShopOrder) => Promise<unknown>;
  readonly log: Log;
  readonly random: () => number;
}): Machine {
  const { store, orders, everyMs } = options;
  let stopping = false;
  const own = machine({
    name: "order look",
    log: options.log,
    random: options.random,
    async step() {
      const since = await store.claim(orders.shop, everyMs);
      if (since === null) return Math.min(POLL_MS, everyMs);
      await look(since - OVERLAP_MS);
      return Math.min(POLL_MS, everyMs);
    },
  });

  async function look(from: number): Promise<void> {
    let since = from;
    let skip = 0;
    while (!stopping) {
      const page = await orders.changed(since, skip);
      for (const order of page.orders) await options.notify(order);
      const last = page.orders.at(-1)?.modifiedAt ?? since;
      await store.advance(orders.shop, last, everyMs);
      if (!page.more) return;
      skip =
        last > since ? page.orders.filter(({ modifiedAt }) => modifiedAt === last).length : skip + page.orders.length;
      since = Math.max(since, last);
    }
  }

  return {
    ...own,
    async stop() {
      stopping = true;
      await own.stop();
    },
  };
}
