import type { Mount } from "#api/app";
import type { OrderDecisionDeps } from "#api/v1/orders/order-decisions";
import type { OrderNoticeDeps } from "#api/v1/orders/order-notices";
import { hostOrdersMount, type HostOrderDeps } from "#api/v1/orders/host-orders";
import { shopWebhookMount, type ShopWebhookDeps } from "#api/v1/orders/shop-webhook";
import { SHOP_WEBHOOK_PATH } from "#contract/order-notices";
import { notifyOfOrder, type NotifyDeps } from "#domain/orders/notify";
import type { ShopOrder } from "#domain/orders/shop";
import type { WorkerLoop } from "#engine/worker-loop";
import { orderPoller } from "#engine/order-poller";
import type { Log } from "#lib/log";
import { minute } from "#lib/time";
import type { Db } from "#store/database";
import { orderDecisionQueries } from "#store/queries/orders/order-decisions";
import { orderNoticeQueries } from "#store/queries/orders/order-notices";
import { shopPollQueries } from "#store/queries/orders/shop-polls";

import type { OpenCommerce } from "./open-commerce.ts";

type OrderDeps = Omit<NotifyDeps, "notices" | "unitOfWork" | "clock" | "perDay"> & {
  readonly db: Db;
  readonly shop: Pick<OpenCommerce, "webhook" | "reported" | "orders" | "perDay">;
  readonly webhooks: () => void;
  /** Address of the API, with the base path. */
  readonly apiUrl: string;
  readonly log: Log;
  readonly random: () => number;
};

type OwnParts = "webhook" | "reported" | "notify";

export type OpenOrders = {
  readonly services: Omit<OrderNoticeDeps, "country"> & Pick<OrderDecisionDeps, "orderDecisions">;
  readonly mounts: (services: Omit<HostOrderDeps & ShopWebhookDeps, OwnParts>) => readonly Mount[];
  readonly workerLoops: readonly WorkerLoop[];
};

/** Messages about orders of the shop: the settings, the route that the shop calls, and the recovery of lost calls. */
export function openOrders(parts: OrderDeps): OpenOrders {
  const { db, shop } = parts;
  const notices = orderNoticeQueries(db, parts.webhooks);
  const ports: NotifyDeps = { ...parts, notices, unitOfWork: db, clock: db, perDay: shop.perDay };
  const notify = (order: ShopOrder) => notifyOfOrder(ports, order);
  const { webhook, orders } = shop;
  return {
    services: {
      orderNotices: notices,
      orderDecisions: orderDecisionQueries(db),
      orderWebhookUrl: webhook === null ? null : `${parts.apiUrl}${SHOP_WEBHOOK_PATH.replace("{shop}", webhook.name)}`,
    },
    mounts: (services) => [
      ...(webhook === null ? [] : [shopWebhookMount({ ...services, webhook, notify })]),
      hostOrdersMount({ ...services, reported: shop.reported, notify }),
    ],
    workerLoops:
      orders === null
        ? []
        : [
            orderPoller({
              store: shopPollQueries(db),
              orders,
              everyMs: orders.everyMinutes * minute,
              async notify(order) {
                const outcome = await notify(order);
                const { id, status } = order;
                if (!order.isWhole && outcome.kind === "handled") {
                  parts.log("warn", "an order is larger than 4 MB and could not be read", { order: id, status });
                }
                if (outcome.notices.length > 0)
                  parts.log("info", "an order was found by polling", { order: id, status, ...outcome });
              },
              log: parts.log,
              random: parts.random,
            }),
          ],
  };
}
