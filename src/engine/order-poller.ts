import type { ShopPollStore } from "#domain/orders/shop-poll-store";
import type { ChangesPlace, ShopOrder, ShopOrders } from "#domain/orders/shop";
import { minute, second } from "#lib/time";

import { workerLoop, type LoopDeps, type WorkerLoop } from "./worker-loop.ts";

/**
 * Consecutive polls overlap by this much: the shop's clock differs from ours, and two orders may change in one second.
 */
const OVERLAP_MS = 2 * minute;
const POLL_MS = 5 * second;
/** A single failing order does not block the others; after this many failures the poll is abandoned. */
const MAX_FAILURES = 10;

/**
 * Polls the shop for orders that changed since the last poll, and handles them like the shop's own webhook calls.
 * WooCommerce delivers a call once and disables a webhook at the seventh consecutive failure, so calls are lost while
 * the service is down.
 */
export function orderPoller(
  options: LoopDeps & {
    readonly store: ShopPollStore;
    readonly orders: ShopOrders;
    /** Interval between two polls. */
    readonly everyMs: number;
    readonly notify: (order: ShopOrder) => Promise<unknown>;
  },
): WorkerLoop {
  const { store, orders, everyMs } = options;

  async function poll(from: number, stopping: AbortSignal): Promise<void> {
    const failures: { readonly error: unknown; readonly at: number }[] = [];
    for (let place: ChangesPlace | null = { since: from, skip: 0 }; place !== null && !stopping.aborted;) {
      const page: Awaited<ReturnType<ShopOrders["changed"]>> = await orders.changed(place);
      for (const order of page.orders) {
        await options.notify(order).catch((error: unknown) => {
          failures.push({ error, at: order.modifiedAt });
          if (failures.length >= MAX_FAILURES) throw error;
        });
      }
      // What failed is read again, and so is everything after it: that was already handled, and a repeat has no effect.
      const done = failures[0]?.at ?? page.orders.at(-1)?.modifiedAt ?? place.since;
      await store.advance(orders.shop, done, everyMs);
      place = page.next;
    }
    if (failures.length > 0) throw failures[0]!.error;
  }

  return workerLoop({
    name: "order poller",
    log: options.log,
    random: options.random,
    async step(stopping) {
      const since = await store.claim(orders.shop, everyMs);
      if (since !== null) await poll(since - OVERLAP_MS, stopping);
      return Math.min(POLL_MS, everyMs);
    },
  });
}
