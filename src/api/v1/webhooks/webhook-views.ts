import { DomainError } from "#domain/error";
import type { Webhook, WebhookAttempt, WebhookDelivery } from "#domain/webhooks/webhook-store";
import { noWebhook } from "#domain/webhooks/endpoints";
import { inOrder } from "#domain/webhooks/types";
import { withoutPrefix, withPrefix, type Uuid } from "#lib/ids";

/** `/webhook` shows an endpoint with the field names of its request. */
export function entryView(webhook: Webhook): Record<string, unknown> {
  return { ...head(webhook), webhook_url: webhook.url, type: inOrder(webhook.types) };
}

export function resourceView(webhook: Webhook): Record<string, unknown> {
  return {
    ...head(webhook),
    url: webhook.url,
    types: inOrder(webhook.types),
    old_secret_until: webhook.previousUntil?.toISOString() ?? null,
  };
}

export function deliveryView(delivery: WebhookDelivery): Record<string, unknown> {
  return {
    id: deliveryId(delivery.id),
    webhook_id: withPrefix("wh", delivery.webhookId),
    type: delivery.type,
    state: delivery.state,
    attempts: delivery.attempts,
    last_status: delivery.lastStatus,
    last_error: delivery.lastError,
    created_at: delivery.createdAt.toISOString(),
    delivered_at: delivery.deliveredAt?.toISOString() ?? null,
    next_try_at: delivery.nextTryAt?.toISOString() ?? null,
  };
}

export function attemptView({ at, durationMs, status, answer, error }: WebhookAttempt) {
  return { at: at.toISOString(), duration_ms: durationMs, status, answer, error };
}

/** The id in a path. A malformed id is treated as not found. */
export function readWebhookId(text: string | undefined): Uuid {
  const id = withoutPrefix("wh", text ?? "");
  if (!id) throw noWebhook();
  return id;
}

export function deliveryId(id: number): string {
  return `whd_${id}`;
}

export function readDeliveryId(text: string | undefined): number | null {
  const digits = /^whd_([1-9]\d{0,14})$/.exec(text ?? "")?.[1];
  return digits === undefined ? null : Number(digits);
}

export function noDelivery(): DomainError {
  return new DomainError("not_found", "This webhook delivery does not exist.");
}

function head(webhook: Webhook) {
  return {
    id: withPrefix("wh", webhook.id),
    enabled: webhook.enabled,
    disabled_reason: webhook.disabledReason,
    failing_since: webhook.failingSince?.toISOString() ?? null,
    created_at: webhook.createdAt.toISOString(),
  };
}
