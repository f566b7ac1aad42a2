import {
  webhookAddData,
  webhookAddRequest,
  webhookListData,
  webhookListRequest,
  webhookRemoveData,
  webhookRemoveRequest,
} from "#contract/webhook";
import { DomainError } from "#domain/error";
import {
  canonicalUrl,
  checkUrl,
  subscribeWebhook,
  unsubscribeWebhook,
  type WebhookDeps,
} from "#domain/webhooks/endpoints";
import { inOrder } from "#domain/webhooks/types";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { readShortPage, shortPage } from "../../response/short-list.ts";
import { entryView } from "./webhook-views.ts";

const common = { access: "svc_setting", tag: "Webhooks" } as const;

/** The specification's `/webhook`: one endpoint per URL, and calls that may be repeated. */
export function webhookEndpoints(ports: WebhookDeps): readonly Endpoint[] {
  return [add(ports), list(ports), remove(ports)];
}

function add(ports: WebhookDeps): Endpoint {
  return endpoint({
    ...common,
    operationId: "registerWebhook",
    method: "POST",
    path: "/webhook",
    summary: "Send events to a URL",
    description:
      "Adds the types to the endpoint with this URL, which is created if it does not exist; repeating the call changes nothing. The response to the first call contains the signing secret, which is shown only once.",
    input: webhookAddRequest,
    data: webhookAddData,
    idempotency: "secret",
    async read(fields, _context, issues) {
      await checkUrl(ports.gate, "webhook_url", fields.webhook_url, issues);
      return fields;
    },
    async handle({ webhook_url, type }, { caller }) {
      const url = canonicalUrl(webhook_url!)!;
      const { webhook, secret } = await subscribeWebhook(ports, { url, types: type!, by: caller.principal });
      return {
        message:
          secret === null
            ? "The webhook exists and now receives these types."
            : "Webhook added. Store the secret: it is shown only once.",
        data: { ...entryView(webhook), ...(secret !== null && { secret }) },
      };
    },
  });
}

function list(ports: WebhookDeps): Endpoint {
  return endpoint({
    ...common,
    operationId: "listRegisteredWebhooks",
    method: "GET",
    path: "/webhook",
    summary: "List the URLs that events are sent to",
    input: webhookListRequest,
    data: webhookListData,
    read: (fields, _context, issues) => ({ ...fields, page: readShortPage("webhooks", fields, issues) }),
    async handle({ webhook_url, type, page }) {
      const url = webhook_url === undefined ? null : canonicalUrl(webhook_url);
      const all = await ports.webhooks.list();
      const found = all.filter(
        (one) => (url === null || one.url === url) && (!type || one.types.some((each) => type.includes(each))),
      );
      const { items, pagination } = shortPage(found, ({ id }) => id, page);
      return { message: `${counted(items.length, "webhook")}.`, data: { items: items.map(entryView), pagination } };
    },
  });
}

function remove(ports: WebhookDeps): Endpoint {
  return endpoint({
    ...common,
    operationId: "unregisterWebhook",
    method: "DELETE",
    path: "/webhook",
    summary: "Stop sending events to a URL",
    description:
      "With `type`, only these types are removed; without it, the whole endpoint. A URL without an endpoint is not an error.",
    input: webhookRemoveRequest,
    data: webhookRemoveData,
    async handle({ webhook_url, type }) {
      const url = canonicalUrl(webhook_url)!;
      // A URL that could never be added is a mistake; one that was once allowed can always be removed.
      if (!url.startsWith("https:") && !(await ports.webhooks.findByUrl(url))) await requireHttps(ports, webhook_url);
      const left = await unsubscribeWebhook(ports, url, type ?? null);
      return {
        message: left ? "The webhook receives fewer types." : "Webhook removed.",
        data: { webhook_url: url, type: left ? inOrder(left.types) : [] },
      };
    },
  });
}

/** DELETE accepts the same URLs as POST, and repeated calls: the operator may have allowed URLs without TLS. */
async function requireHttps({ gate }: WebhookDeps, url: string): Promise<void> {
  if ((await gate.check(url)) === null) return;
  throw new DomainError("invalid_parameter", "webhook_url must be an https URL.", [
    { field: "webhook_url", code: "invalid_url", message: "must be an https URL" },
  ]);
}
