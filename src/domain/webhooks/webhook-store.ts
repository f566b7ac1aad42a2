import type { Uuid } from "#lib/ids";

import type { Category } from "../messages/message.ts";
import type { Verdict } from "./retry-plan.ts";
import type { WebhookType } from "./types.ts";

/** An address that is told of events. Its secret never leaves the store unsealed. */
export type Webhook = {
  readonly id: Uuid;
  readonly url: string;
  readonly types: readonly WebhookType[];
  readonly enabled: boolean;
  readonly disabledReason: string | null;
  /** Since when every try has failed. */
  readonly failingSince: Date | null;
  /** Until when the secret before the last rotation still signs too. */
  readonly previousUntil: Date | null;
  readonly createdAt: Date;
};

export type NewWebhook = {
  readonly id: Uuid;
  readonly url: string;
  readonly types: readonly WebhookType[];
  readonly sealedSecret: Buffer;
  readonly createdBy: string;
};

/** One event on its way to one endpoint. */
export type WebhookDelivery = {
  readonly id: number;
  readonly webhookId: Uuid;
  readonly type: WebhookType;
  readonly state: "pending" | "delivered" | "failed";
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
  /** When the next try is due; null where none is. */
  readonly nextTryAt: Date | null;
};

export type WebhookStore = {
  /** Adds an endpoint, or adds its types to the one with the same URL, which is enabled again. */
  merge(endpoint: NewWebhook): Promise<{ readonly webhook: Webhook; readonly created: boolean }>;
  /** Adds an endpoint; null where the URL is taken. */
  create(endpoint: NewWebhook): Promise<Webhook | null>;
  list(): Promise<readonly Webhook[]>;
  find(id: Uuid): Promise<Webhook | null>;
  findByUrl(url: string): Promise<Webhook | null>;
  /** `taken`: another endpoint has the URL. */
  change(
    id: Uuid,
    changes: { readonly url?: string; readonly types?: readonly WebhookType[]; readonly enabled?: boolean },
  ): Promise<Webhook | "taken" | null>;
  /** Takes types from the endpoint with this URL, and the endpoint with the last of them. What is left, or null. */
  cancelDeliveries(url: string, types: readonly WebhookType[]): Promise<Webhook | null>;
  removeByUrl(url: string): Promise<boolean>;
  remove(id: Uuid): Promise<boolean>;
  /** Replaces the secret; the one before signs beside it for `overlapMs`. */
  rotate(id: Uuid, sealedSecret: Buffer, overlapMs: number): Promise<Webhook | null>;
  /** Sends a `webhook.test` event to this endpoint alone. */
  test(id: Uuid, data: Readonly<Record<string, unknown>>): Promise<WebhookDelivery | null>;
  deliveries(
    id: Uuid,
    page: { readonly limit: number; readonly before: number | null; readonly state: WebhookDelivery["state"] | null },
  ): Promise<readonly WebhookDelivery[]>;
  /** A delivery with its event, null where that is no longer kept. */
  delivery(
    deliveryId: number,
  ): Promise<{ readonly delivery: WebhookDelivery; readonly event: WebhookEvent | null } | null>;
  /** Starts the tries of a delivery anew. */
  replay(deliveryId: number): Promise<WebhookDelivery | null>;
};

/** An event as it is told to an endpoint. */
export type WebhookEvent = {
  readonly id: number;
  readonly at: Date;
  readonly kind: string;
  readonly messageId: Uuid | null;
  /** The message's; null where there is none any more. */
  readonly category: Category | null;
  readonly phone: string | null;
  readonly data: Readonly<Record<string, unknown>>;
};

/** A try leased to a sender. `token` fences: who lost the lease settles nothing. */
export type WebhookTry = {
  readonly deliveryId: number;
  readonly token: number;
  readonly attempt: number;
  readonly webhookId: Uuid;
  readonly url: string;
  /** The newest secret first. */
  readonly sealedSecrets: readonly Buffer[];
  /** null: the event is no longer kept. */
  readonly event: WebhookEvent | null;
};

export type SettledTry = {
  readonly deliveryId: number;
  readonly token: number;
  /** `interrupted`: the sender stopped; the try does not count. */
  readonly verdict: Verdict | { readonly kind: "interrupted" };
  readonly status: number | null;
  readonly error: string | null;
};

export type WebhookQueue = {
  /** Leases tries that are due, so many of each endpoint as it has free slots. */
  claim(request: {
    readonly limit: number;
    readonly perEndpoint: number;
    readonly leaseMs: number;
    /** Slots in use. */
    readonly busy: ReadonlyMap<Uuid, number>;
  }): Promise<readonly WebhookTry[]>;
  settle(tries: readonly SettledTry[]): Promise<void>;
};
