import type { Uuid } from "#lib/ids";

import type { MessageContent } from "../messages/content.ts";
import type { Audience, Category } from "../messages/message.ts";
import type { WebhookDeliveryState } from "../webhooks/webhook-store.ts";
import type { OutboxEntry, OutboxKey } from "./outbox-store.ts";
import type { DeliveryState } from "../deliveries/delivery-state.ts";

/** A logged event of a delivery, or of its message. */
export type EntryEvent = {
  readonly id: number;
  readonly at: Date;
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** One delivery to a webhook of an event about the entry. */
export type EntryWebhook = {
  readonly id: number;
  readonly webhookId: Uuid;
  readonly url: string;
  readonly kind: string;
  readonly state: WebhookDeliveryState;
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
  /** null: no attempt is due. */
  readonly nextTryAt: Date | null;
};

/** All that is stored about one delivery. */
export type EntryFacts = {
  readonly entry: OutboxEntry;
  /** The principal who sent it, or created its schedule, or the part of the service that did. */
  readonly createdBy: string;
  /** The name of that user, if the built-in host knows them. */
  readonly createdByName: string | null;
  readonly scheduleId: Uuid | null;
  /** Whether its recipients were looked up after the call. */
  readonly byAudience: boolean;
  /** "default", a gateway's name, or a resolved route. */
  readonly route: string;
  readonly validUntil: Date;
  readonly finishedAt: Date | null;
  /** Attempts that counted. */
  readonly attempt: number;
  readonly markedAt: Date | null;
  /** When it is due again; null: it waits for nothing, or for its message to be resumed. */
  readonly retryAt: Date | null;
  /** The ids under which its gateway reports on it; none once they are no longer kept (30 days). */
  readonly providerIds: readonly string[];
  readonly events: readonly EntryEvent[];
  readonly webhooks: readonly EntryWebhook[];
};

/** An entry that is to be resent, locked: its state cannot change meanwhile. */
export type LockedEntry = {
  readonly id: number;
  readonly state: DeliveryState;
  readonly category: Category;
  /** What the person was sent; null: it is no longer known. */
  readonly content: MessageContent | null;
  readonly route: string;
  /** That of the message, or of the first one if the message is a resend itself. */
  readonly audience: Audience | null;
  /** The message it was resent as; null: it was not. */
  readonly resentAs: Uuid | null;
  /**
   * Whether it was marketing to groups, and the person has left all of them since, under either number of their phone.
   */
  readonly hasLeft: boolean;
};

export type OutboxEntryStore = {
  /** The key of an entry by its number; null: there is none, or it is no longer kept. */
  key(id: number): Promise<OutboxKey | null>;
  facts(key: OutboxKey): Promise<EntryFacts | null>;
  /** Only within a transaction; the lock ends with it. */
  lock(key: OutboxKey): Promise<LockedEntry | null>;
  /**
   * Records that an entry was resent, for the timelines of both.
   *
   * @returns the number of the new entry
   */
  link(entry: OutboxKey & { readonly id: number }, resent: { readonly as: Uuid; readonly by: string }): Promise<number>;
};
