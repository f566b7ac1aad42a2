import type { Uuid } from "#lib/ids";

import type { DeliveryState } from "../deliveries/delivery-state.ts";
import type { InboxEntry } from "./inbox-log.ts";

/** The messages that were exchanged with one number. */
export type InboxThread = {
  /** E.164 if the sender is a phone number, otherwise as the provider wrote it. */
  readonly sender: string;
  readonly latest: InboxEntry;
  /** At most {@link MAX_UNREAD} are counted. */
  readonly unread: number;
  /** The number is on the suppression list. */
  readonly suppressed: boolean;
  readonly subscriber: { readonly id: number; readonly name: string } | null;
};

export const MAX_UNREAD = 100;

/** A message that was sent to a number. `at` in milliseconds since 1970. */
export type ThreadDelivery = {
  readonly id: number;
  readonly messageId: Uuid;
  readonly at: number;
  readonly sender: string | null;
  readonly text: string;
  readonly category: string;
  readonly media: readonly string[];
  readonly state: DeliveryState;
  readonly gateway: string | null;
  readonly createdBy: string;
};

export type ThreadFilter = {
  readonly unread: boolean;
  /** Only threads whose newest message has a smaller id; null: from the newest on. */
  readonly before: number | null;
  readonly limit: number;
};

export type InboxThreads = {
  /** Threads, those with the newest received message first. */
  threads(filter: ThreadFilter): Promise<readonly InboxThread[]>;
  /** How many threads have something unread; `most` at most. */
  unreadThreads(most: number): Promise<number>;
  thread(sender: string): Promise<InboxThread | null>;
  /** Messages sent to a number, newest first; only those with a smaller id than `before`. */
  sentTo(phone: string, before: Uuid | null, limit: number): Promise<readonly ThreadDelivery[]>;
  /**
   * Marks the messages of a thread as read up to `upTo`, or up to the newest; never as unread.
   *
   * @returns false if there is no such thread
   */
  markRead(sender: string, upTo: number | null): Promise<boolean>;
};
