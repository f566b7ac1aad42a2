import type { OrderResult } from "#domain/orders/notify";
import type { ShopCall, ShopOrder } from "#domain/orders/shop";

import type { Mount } from "../../app.ts";
import { HttpError } from "../../response/http-error.ts";
import { callOf, targetOf, unauthenticated } from "../../access/identify.ts";
import { answered, successResponse } from "../../answered.ts";
import type { ApiDeps } from "../../services.ts";
import { sentenceOf } from "./shop-webhook.ts";

export type HostOrderDeps = Pick<ApiDeps, "host" | "isDatabaseDown" | "log" | "newRequestId" | "docsUrl"> & {
  /** /svc/v1 behind the mount prefix. */
  readonly base: string;
  /** Reads the call of the platform's shop; null: no shop of the platform is configured. */
  readonly reported: ((body: Uint8Array) => ShopCall) | null;
  /** Resolves when everything is committed. */
  readonly notify: (order: ShopOrder) => Promise<OrderResult>;
};

/**
 * `POST /host/orders`: the shop on the platform's own site reports that an order changed. Not an endpoint: the platform
 * itself calls, and signs its calls. It retries a change until it is accepted, so only what can never be accepted is
 * refused permanently: 400, 403, 409 `no_commerce`.
 */
export function hostOrdersMount(services: HostOrderDeps): Mount {
  const { proxied } = services.host;
  return (app) => {
    if (!proxied) return;
    app.post(`${services.base}/host/orders`, (c) => {
      const request = c.req.raw;
      return answered(request, services, async (requestId) => {
        const reply = (message: string, data: object): Response => successResponse(requestId, message, data);
        const answer = await proxied.order(callOf(request, targetOf(request, c.env)).call);
        if (answer.kind !== "reported") throw unauthenticated(answer.kind);
        if (!services.reported) {
          throw new HttpError("no_commerce", "No messages are sent about orders: TIDINGS_COMMERCE names no shop.");
        }
        const call = services.reported(answer.body);
        switch (call.kind) {
          case "forged":
          case "foreign":
            services.log("warn", "a call from another shop", { requestId });
            throw new HttpError(
              "forbidden",
              "Orders are only accepted from the shop that TIDINGS_COMMERCE names. If that is another address of this site, add home=… to TIDINGS_COMMERCE.",
            );
          case "unreadable":
            throw new HttpError("invalid_parameter", `The body contains no order: ${call.why}.`);
          case "ping":
            return reply("The service is reachable.", { result: "test" });
          case "other":
            return reply("Nothing to do.", { result: "ignored" });
          case "order": {
            const { id, status } = call.order;
            const outcome = await services.notify(call.order);
            services.log("info", "the shop reported an order", { requestId, order: id, status, ...outcome });
            return reply(sentenceOf(outcome), { order_id: id, status, result: outcome.kind, notices: outcome.notices });
          }
        }
      });
    });
  };
}
