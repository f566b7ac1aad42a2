import type { Uuid } from "#lib/ids";

import type { Category } from "../messages/message.ts";
import type { Verdict } from "./retry-plan.ts";
import type { Signed } from "./signature.ts";
import type { WebhookType } from "./types.ts";

/** An endpoint that events are sent to. Its secret never leaves the store unsealed. */
export type Webhook = {
  readonly id: Uuid;
  readonly url: string;
  readonly types: readonly WebhookType[];
  readonly enabled: boolean;
  readonly disabledReason: string | null;
  /** The time since which every attempt has failed. */
  readonly failingSince: Date | null;
  /** Until when the previous secret still signs too. */
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

export const webhookDeliveryStates = ["pending", "delivered", "failed"] as const;
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number];

/** Attempts that are kept of a delivery: two runs of the retry plan. */
export const ATTEMPTS_KEPT = 20;
/** Characters that are kept of what the last attempt was answered. */
export const LONGEST_ERROR = 1_000;

/** One request to an endpoint. */
export type WebhookAttempt = {
  readonly at: Date;
  /** Until the status had been received, or until it failed. */
  readonly durationMs: number;
  /** null: no answer. */
  readonly status: number | null;
  /** How the body of the answer begins; null: no answer, or it was deleted with the data of its event. */
  readonly answer: string | null;
  /** Why there was no answer. */
  readonly error: string | null;
};

/** One event on its way to one endpoint. */
export type WebhookDelivery = {
  readonly id: number;
  readonly webhookId: Uuid;
  readonly type: WebhookType;
  readonly state: WebhookDeliveryState;
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  /** What the last attempt that was sent was signed with; null: none was, or something was deleted from its event. */
  readonly signed: Signed | null;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
  /** When the next attempt is due; null if there is none. */
  readonly nextTryAt: Date | null;
};

export type WebhookStore = {
  /** Adds an endpoint, or adds its types to the one with the same URL, which is re-enabled. */
  merge(endpoint: NewWebhook): Promise<{ readonly webhook: Webhook; readonly created: boolean }>;
  /** Adds an endpoint; null if the URL is taken. */
  create(endpoint: NewWebhook): Promise<Webhook | null>;
  list(): Promise<readonly Webhook[]>;
  find(id: Uuid): Promise<Webhook | null>;
  findByUrl(url: string): Promise<Webhook | null>;
  /** `taken`: another endpoint has the URL. */
  change(
    id: Uuid,
    changes: { readonly url?: string; readonly types?: readonly WebhookType[]; readonly enabled?: boolean },
  ): Promise<Webhook | "taken" | null>;
  /**
   * Removes types from the endpoint with this URL, and with the last of them the endpoint. Returns the remaining
   * endpoint, or null.
   */
  cancelDeliveries(url: string, types: readonly WebhookType[]): Promise<Webhook | null>;
  removeByUrl(url: string): Promise<boolean>;
  remove(id: Uuid): Promise<boolean>;
  /** Replaces the secret; the previous one also signs for `overlapMs`. */
  rotate(id: Uuid, sealedSecret: Buffer, overlapMs: number): Promise<Webhook | null>;
  /** Sends a `webhook.test` event to this endpoint only. */
  test(id: Uuid, data: Readonly<Record<string, unknown>>): Promise<WebhookDelivery | null>;
  deliveries(
    id: Uuid,
    page: { readonly limit: number; readonly before: number | null; readonly state: WebhookDelivery["state"] | null },
  ): Promise<readonly WebhookDelivery[]>;
  /** A delivery with its event, which is null if no longer kept, and its latest attempts, newest first. */
  delivery(deliveryId: number): Promise<{
    readonly delivery: WebhookDelivery;
    readonly event: WebhookEvent | null;
    readonly attempts: readonly WebhookAttempt[];
  } | null>;
  /** Restarts the attempts of a delivery. */
  replay(deliveryId: number): Promise<WebhookDelivery | null>;
};

/** An event as sent to an endpoint. */
export type WebhookEvent = {
  readonly id: number;
  readonly at: Date;
  readonly kind: string;
  readonly messageId: Uuid | null;
  /** The message's category; null if the message no longer exists. */
  readonly category: Category | null;
  readonly phone: string | null;
  readonly data: Readonly<Record<string, unknown>>;
};

/** An attempt leased to a sender. `token` fences: a sender that lost the lease settles nothing. */
export type WebhookTry = {
  readonly deliveryId: number;
  readonly token: number;
  readonly attempt: number;
  readonly webhookId: Uuid;
  readonly url: string;
  /** When it was claimed, the endpoint's latest attempts had failed. */
  readonly isFailing: boolean;
  /** The newest secret first. */
  readonly sealedSecrets: readonly Buffer[];
  /** null: the event is no longer kept. */
  readonly event: WebhookEvent | null;
};

export type SettledTry = {
  readonly deliveryId: number;
  readonly token: number;
  /** Where it was sent. If the endpoint has another URL by now, a failure there counts for nothing. */
  readonly url: string;
  /** `interrupted`: the sender stopped; the attempt does not count. */
  readonly verdict: Verdict | { readonly kind: "interrupted" };
  readonly status: number | null;
  readonly error: string | null;
  /** null: nothing was sent. */
  readonly signed: Signed | null;
  /** null: nothing was sent, or it does not count. */
  readonly attempt: WebhookAttempt | null;
};

export type WebhookQueue = {
  /**
   * Leases due attempts, for each endpoint as many as it has free slots; of endpoints that fail one, then those that
   * work.
   */
  claim(request: {
    readonly limit: number;
    readonly perEndpoint: number;
    readonly leaseMs: number;
    /** Slots in use. */
    readonly busy: ReadonlyMap<Uuid, number>;
    /** The most for all endpoints that fail. */
    readonly failing: number;
  }): Promise<readonly WebhookTry[]>;
  settle(tries: readonly SettledTry[]): Promise<void>;
};
