import { limits } from "#contract/limits";
import { SHOP_WEBHOOK_PATH } from "#contract/order-notices";
import type { OrderResult } from "#domain/orders/notify";
import type { ShopOrder, ShopWebhook } from "#domain/orders/shop";
import { oncePerMinute } from "#lib/once-per-minute";

import type { Mount } from "../../app.ts";
import { HttpError } from "../../response/http-error.ts";
import { answered, successResponse } from "../../answered.ts";
import { readUnauthenticated } from "../../access/read-unauthenticated.ts";
import type { ApiDeps } from "../../services.ts";

export type ShopWebhookDeps = Pick<ApiDeps, "isDatabaseDown" | "log" | "newRequestId" | "docsUrl"> & {
  /** /svc/v1 behind the mount prefix. */
  readonly base: string;
  readonly webhook: ShopWebhook;
  /** Milliseconds of a monotonic clock. */
  readonly ticks: () => number;
  /** Resolves when everything is committed. */
  readonly notify: (order: ShopOrder) => Promise<OrderResult>;
};

/**
 * The route that the shop calls when an order changes. Not an endpoint: the body is signed as sent, and no user signs
 * in. Irrelevant calls get 200 all the same: a shop disables a webhook that refuses its calls.
 */
export function shopWebhookMount(services: ShopWebhookDeps): Mount {
  const path = services.base + SHOP_WEBHOOK_PATH.replace("{shop}", services.webhook.name);
  // Its address is known, so anyone could fill the log.
  const forged = oncePerMinute({ log: services.log, now: services.ticks }, "a shop's call has no valid signature");
  return (app) => {
    app.post(path, (c) => {
      const request = c.req.raw;
      const delivery = request.headers.get("x-wc-webhook-delivery-id")?.slice(0, 60) ?? null;
      return answered(request, services, async (requestId) => {
        const reply = (message: string, data: object): Response => successResponse(requestId, message, data);
        const body = await readUnauthenticated(request, limits.bodyBytes);
        const call = services.webhook.read((name) => request.headers.get(name), body);
        switch (call.kind) {
          case "forged":
            forged(services.webhook.name, { requestId, delivery });
            throw new HttpError("unauthorized", "The signature of this call is invalid.");
          case "foreign":
            services.log("warn", "a call from another shop", { requestId, delivery });
            throw new HttpError(
              "forbidden",
              `Orders are only accepted from ${call.home}. If that is another address of this shop, add home=… to TIDINGS_COMMERCE.`,
            );
          case "unreadable":
            // This happens for an order that was deleted before its call was made.
            services.log("warn", "a shop's call contains no order", { requestId, delivery, why: call.why });
            return reply(`The body contains no order: ${call.why}.`, {});
          case "ping":
            return reply("The service is reachable.", {});
          case "other":
            return reply("Nothing to do.", {});
          case "order": {
            const { id, status } = call.order;
            const outcome = await services.notify(call.order);
            services.log("info", "the shop reported an order", { requestId, delivery, order: id, status, ...outcome });
            return reply(sentenceOf(outcome), {
              order_id: id,
              status,
              result: outcome.kind,
              notices: outcome.notices,
            });
          }
        }
      });
    });
  };
}

/** The result for an order, as a sentence. */
export function sentenceOf({ kind, notices }: OrderResult): string {
  if (kind === "stale") return "A newer version of this order is already known.";
  if (kind === "unchanged") return "The order was already in this status.";
  return notices.length === 0 ? "No notice is set for this status." : "Done.";
}
