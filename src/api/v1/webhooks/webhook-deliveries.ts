import {
  webhookDeliveriesRequest,
  webhookDelivery,
  webhookDeliveryDetail,
  webhookDeliveryList,
  webhookIdRequest,
} from "#contract/webhook";
import type { WebhookDelivery, WebhookStore } from "#domain/webhooks/webhook-store";
import { noWebhook } from "#domain/webhooks/endpoints";
import { webhookIdOf, webhookPayload } from "#domain/webhooks/payload";
import { headersOf, PLAIN_HEADERS } from "#domain/webhooks/signature";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { pageOf, PER_PAGE, readCursor } from "../../response/paged-list.ts";
import { attemptView, deliveryId, deliveryView, noDelivery, readDeliveryId, readWebhookId } from "./webhook-views.ts";

const common = { access: "svc_setting", tag: "Webhooks" } as const;

/** The log of what was sent to endpoints: test, list, read, replay. */
export function webhookDeliveryEndpoints(ports: { readonly webhooks: WebhookStore }): readonly Endpoint[] {
  return [test(ports.webhooks), list(ports.webhooks), read(ports.webhooks), replay(ports.webhooks)];
}

function test(webhooks: WebhookStore): Endpoint {
  return endpoint({
    ...common,
    operationId: "testWebhook",
    method: "POST",
    path: "/webhooks/{id}/test",
    summary: "Send a test event",
    description: "Sends webhook.test to this endpoint only, regardless of its types. Its deliveries show the result.",
    input: webhookIdRequest,
    data: webhookDelivery,
    errors: ["not_found"],
    async handle({ id }) {
      const delivery = await webhooks.test(readWebhookId(id), { message: "A test event from Tidings." });
      if (!delivery) throw noWebhook();
      const message = await sentenceOf(webhooks, delivery, "The test event", "is on its way");
      return { message, data: deliveryView(delivery) };
    },
  });
}

function list(webhooks: WebhookStore): Endpoint {
  return endpoint({
    ...common,
    operationId: "listWebhookDeliveries",
    method: "GET",
    path: "/webhooks/{id}/deliveries",
    summary: "List the deliveries of a webhook",
    description: "Newest first.",
    input: webhookDeliveriesRequest,
    data: webhookDeliveryList,
    errors: ["not_found"],
    read: (fields, _context, issues) => ({
      id: fields.id,
      limit: fields.per_page ?? PER_PAGE,
      before: readCursor(fields.cursor, readDeliveryId, issues),
      state: fields.state ?? null,
    }),
    async handle({ id, ...page }) {
      const webhookId = readWebhookId(id);
      if (!(await webhooks.find(webhookId))) throw noWebhook();
      const rows = await webhooks.deliveries(webhookId, { ...page, limit: page.limit + 1 });
      const { items, pagination } = pageOf(rows, page.limit, (delivery) => deliveryId(delivery.id));
      return {
        message: `${counted(items.length, "delivery", "deliveries")}.`,
        data: { items: items.map(deliveryView), pagination },
      };
    },
  });
}

function read(webhooks: WebhookStore): Endpoint {
  return endpoint({
    ...common,
    operationId: "getWebhookDelivery",
    method: "GET",
    path: "/webhook/deliveries/{id}",
    summary: "Read a webhook delivery",
    description:
      "Includes the payload that every attempt sends, the headers of the last one, and what each of them was answered.",
    input: webhookIdRequest,
    data: webhookDeliveryDetail,
    errors: ["not_found"],
    async handle({ id }) {
      const number = readDeliveryId(id);
      const found = number === null ? null : await webhooks.delivery(number);
      if (!found) throw noDelivery();
      const { delivery, event, attempts } = found;
      return {
        message: "Delivery found.",
        data: {
          ...deliveryView(delivery),
          webhook_event_id: event && webhookIdOf(event),
          payload: event && (JSON.parse(webhookPayload(event)) as unknown),
          body: event && webhookPayload(event),
          last_headers: event && lastHeaders(delivery, webhookIdOf(event)),
          attempt_log: attempts.map(attemptView),
        },
      };
    },
  });
}

function replay(webhooks: WebhookStore): Endpoint {
  return endpoint({
    ...common,
    operationId: "replayWebhookDelivery",
    method: "POST",
    path: "/webhook/deliveries/{id}/replay",
    summary: "Send an event again",
    description: "Sends the same event with the same webhook-id and a new set of attempts.",
    input: webhookIdRequest,
    data: webhookDelivery,
    errors: ["not_found"],
    async handle({ id }) {
      const number = readDeliveryId(id);
      const delivery = number === null ? null : await webhooks.replay(number);
      if (!delivery) throw noDelivery();
      const message = await sentenceOf(webhooks, delivery, "The event", "is on its way again");
      return { message, data: deliveryView(delivery) };
    },
  });
}

function lastHeaders({ signed }: WebhookDelivery, id: string): Record<string, string> | null {
  return signed && { ...PLAIN_HEADERS, ...headersOf(id, signed) };
}

/** The response must not say that an event is on its way while it waits. */
async function sentenceOf(webhooks: WebhookStore, { webhookId }: WebhookDelivery, what: string, leaves: string) {
  const webhook = await webhooks.find(webhookId);
  return webhook?.enabled === false ? `${what} is waiting: the webhook is disabled.` : `${what} ${leaves}.`;
}
