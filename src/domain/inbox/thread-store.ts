import type { Uuid } from "#lib/ids";

import type { Caller } from "../access/capability.ts";
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
  readonly assignee: Assignee | null;
};

/** The user who takes care of a thread, by the username that they had when it was assigned to them. */
export type Assignee = Pick<Caller, "principal" | "username">;

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
  /** Only threads that are assigned to this principal, or to nobody; null: all. */
  readonly assigned: { readonly to: string | null } | null;
  /** Only threads whose newest message has a smaller id; null: from the newest on. */
  readonly before: number | null;
  readonly limit: number;
};

export type ThreadAssignment = {
  readonly by: string;
  readonly to: Assignee | null;
  readonly replace: boolean;
};

export type AssignedThread = { readonly before: Assignee | null; readonly refused: boolean };

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
  /**
   * Assigns a thread, or with `to: null` takes it from whoever has it. A thread that another user than `by` has is
   * changed only with `replace`.
   *
   * @returns who had it, and whether it was changed; null if there is no such thread
   */
  assign(sender: string, assignment: ThreadAssignment): Promise<AssignedThread | null>;
};
