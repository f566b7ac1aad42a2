import { z } from "zod";

import {
  webhookChangeRequest,
  webhookCreatedData,
  webhookCreateRequest,
  webhookIdRequest,
  webhookResource,
  webhookResourceList,
  webhookRotateRequest,
  webhooksQuery,
} from "#contract/webhook";
import {
  canonicalUrl,
  checkUrl,
  createWebhook,
  noWebhook,
  rotateSecret,
  urlTaken,
  type WebhookDeps,
} from "#domain/webhooks/endpoints";
import { inOrder } from "#domain/webhooks/types";
import { withPrefix } from "#lib/ids";
import { hour } from "#lib/time";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { readShortPage, shortPage } from "../../response/short-list.ts";
import { readWebhookId, resourceView } from "./webhook-views.ts";

export type WebhookEndpointDeps = WebhookDeps & {
  /** Prefix of the paths in `Location`: "/svc/v1" after the mount prefix. */
  readonly base: string;
};

const common = { access: "svc_setting", tag: "Webhooks" } as const;
const OVERLAP_HOURS = 24;

/** Endpoints as a resource, for the console and for operators. */
export function webhooksEndpoints(ports: WebhookEndpointDeps): readonly Endpoint[] {
  return [list(ports), create(ports), read(ports), change(ports), remove(ports), rotate(ports)];
}

function list(ports: WebhookDeps): Endpoint {
  return endpoint({
    ...common,
    operationId: "listWebhooks",
    method: "GET",
    path: "/webhooks",
    summary: "List webhooks",
    input: webhooksQuery,
    data: webhookResourceList,
    read: (fields, _context, issues) => readShortPage("webhooks", fields, issues),
    async handle(page) {
      const { items, pagination } = shortPage(await ports.webhooks.list(), ({ id }) => id, page);
      return { message: `${counted(items.length, "webhook")}.`, data: { items: items.map(resourceView), pagination } };
    },
  });
}

function create(ports: WebhookEndpointDeps): Endpoint {
  return endpoint({
    ...common,
    operationId: "createWebhook",
    method: "POST",
    path: "/webhooks",
    summary: "Create a webhook",
    description:
      "The reply has the `secret` with which every call is signed, only this once. A URL can have one webhook: POST /webhook adds types to an existing one.",
    input: webhookCreateRequest,
    data: webhookCreatedData,
    status: 201,
    errors: ["conflict", "already_created"],
    idempotency: "secret",
    async read(fields, _context, issues) {
      await checkUrl(ports.gate, "url", fields.url, issues);
      return fields;
    },
    async handle({ url, types }, { caller }) {
      const request = { url: canonicalUrl(url!)!, types: types!, by: caller.principal };
      const { webhook, secret } = await createWebhook(ports, request);
      return {
        message: "Webhook created. Store the secret: it is shown only once.",
        data: { ...resourceView(webhook), secret },
        headers: { Location: `${ports.base}/webhooks/${withPrefix("wh", webhook.id)}` },
      };
    },
  });
}

function read(ports: WebhookDeps): Endpoint {
  return endpoint({
    ...common,
    operationId: "getWebhook",
    method: "GET",
    path: "/webhooks/{id}",
    summary: "Read a webhook",
    input: webhookIdRequest,
    data: webhookResource,
    errors: ["not_found"],
    async handle({ id }) {
      const webhook = await ports.webhooks.find(readWebhookId(id));
      if (!webhook) throw noWebhook();
      return { message: "Webhook found.", data: resourceView(webhook) };
    },
  });
}

function change(ports: WebhookDeps): Endpoint {
  return endpoint({
    ...common,
    operationId: "updateWebhook",
    method: "PATCH",
    path: "/webhooks/{id}",
    summary: "Change, enable or disable a webhook",
    input: webhookChangeRequest,
    data: webhookResource,
    errors: ["not_found", "conflict"],
    async read(fields, _context, issues) {
      await checkUrl(ports.gate, "url", fields.url, issues);
      return fields;
    },
    async handle({ id, url, types, enabled }) {
      const webhook = await ports.webhooks.change(readWebhookId(id), {
        ...(url !== undefined && { url: canonicalUrl(url)! }),
        ...(types && { types: inOrder(types) }),
        ...(enabled !== undefined && { enabled }),
      });
      if (webhook === "taken") throw urlTaken();
      if (!webhook) throw noWebhook();
      return { message: "Webhook changed.", data: resourceView(webhook) };
    },
  });
}

function remove(ports: WebhookDeps): Endpoint {
  return endpoint({
    ...common,
    operationId: "deleteWebhook",
    method: "DELETE",
    path: "/webhooks/{id}",
    summary: "Delete a webhook",
    description: "Its waiting deliveries and their log are deleted with it.",
    input: webhookIdRequest,
    data: z.object({ id: z.string() }),
    errors: ["not_found"],
    async handle({ id }) {
      if (!(await ports.webhooks.remove(readWebhookId(id)))) throw noWebhook();
      return { message: "Webhook deleted.", data: { id } };
    },
  });
}

function rotate(ports: WebhookDeps): Endpoint {
  return endpoint({
    ...common,
    operationId: "rotateWebhookSecret",
    method: "POST",
    path: "/webhooks/{id}/rotate",
    summary: "Rotate a webhook's secret",
    description:
      "For a while, events are signed with both secrets, so that a receiver can switch without losing an event.",
    input: webhookRotateRequest,
    data: webhookCreatedData,
    errors: ["not_found", "already_created"],
    idempotency: "secret",
    async handle({ id, overlap_hours }) {
      const overlapMs = (overlap_hours ?? OVERLAP_HOURS) * hour;
      const { webhook, secret } = await rotateSecret(ports, readWebhookId(id), overlapMs);
      return {
        message: "The webhook has a new secret. Store it: it is shown only once.",
        data: { ...resourceView(webhook), secret },
      };
    },
  });
}
