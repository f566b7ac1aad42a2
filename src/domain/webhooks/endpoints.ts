import type { Uuid } from "#lib/ids";
import type { SecretBox } from "#lib/secret-box";

import { DomainError, type Detail } from "../error.ts";
import { refusedUrl, type OutboundGate } from "../access/outbound.ts";
import type { Webhook, WebhookStore } from "./webhook-store.ts";
import { newWebhookSecret } from "./signature.ts";
import { inOrder, type WebhookType } from "./types.ts";

export type WebhookDeps = {
  readonly webhooks: WebhookStore;
  readonly gate: OutboundGate;
  readonly box: SecretBox;
  readonly newId: () => Uuid;
};

export type WebhookRequest = { readonly url: string; readonly types: readonly WebhookType[]; readonly by: string };

/** One spelling for one endpoint. A fragment is never sent, so it does not distinguish endpoints. */
export function canonicalUrl(text: string): string | null {
  const url = URL.parse(text);
  if (!url) return null;
  url.hash = "";
  return url.href;
}

/** Adds the problem with an endpoint's URL to the issues of the caller's parameters. */
export async function checkUrl(
  gate: OutboundGate,
  field: string,
  url: string | undefined,
  issues: Detail[],
): Promise<void> {
  const code = url && (await gate.check(url));
  if (code) issues.push(refusedUrl(field, code));
}

/** The sealing context of an endpoint's secret: it can be opened for no other endpoint. */
export function secretContext(id: Uuid): string {
  return `webhook:${id}`;
}

/** Adds the types to the endpoint with this URL. `secret` is returned once, when the endpoint is new. */
export async function subscribeWebhook(
  ports: WebhookDeps,
  request: WebhookRequest,
): Promise<{ webhook: Webhook; secret: string | null }> {
  const { endpoint, secret } = newEndpoint(ports, request);
  const { webhook, created } = await ports.webhooks.merge(endpoint);
  return { webhook, secret: created ? secret : null };
}

/** Creates an endpoint; `conflict` if the URL has one. */
export async function createWebhook(
  ports: WebhookDeps,
  request: WebhookRequest,
): Promise<{ webhook: Webhook; secret: string }> {
  const { endpoint, secret } = newEndpoint(ports, request);
  const webhook = await ports.webhooks.create(endpoint);
  if (!webhook) throw urlTaken();
  return { webhook, secret };
}

/** Rotates the endpoint's secret; for `overlapMs` both sign, so that a receiver can switch without a gap. */
export async function rotateSecret(
  ports: WebhookDeps,
  id: Uuid,
  overlapMs: number,
): Promise<{ webhook: Webhook; secret: string }> {
  const secret = newWebhookSecret();
  const webhook = await ports.webhooks.rotate(id, ports.box.seal(secret, secretContext(id)), overlapMs);
  if (!webhook) throw noWebhook();
  return { webhook, secret };
}

/**
 * Removes types from the endpoint with this URL; without types, the whole endpoint. A missing endpoint is not an error:
 * the caller has what they wanted.
 *
 * @returns the remaining endpoint
 */
export async function unsubscribeWebhook(
  ports: Pick<WebhookDeps, "webhooks">,
  url: string,
  types: readonly WebhookType[] | null,
): Promise<Webhook | null> {
  if (types) return ports.webhooks.cancelDeliveries(url, types);
  await ports.webhooks.removeByUrl(url);
  return null;
}

export function noWebhook(): DomainError {
  return new DomainError("not_found", "This webhook does not exist.");
}

export function urlTaken(): DomainError {
  return new DomainError("conflict", "Another webhook has this URL. Change its types instead.");
}

function newEndpoint(ports: WebhookDeps, request: WebhookRequest) {
  const id = ports.newId();
  const secret = newWebhookSecret();
  const sealedSecret = ports.box.seal(secret, secretContext(id));
  const endpoint = { id, url: request.url, types: inOrder(request.types), sealedSecret, createdBy: request.by };
  return { endpoint, secret };
}
