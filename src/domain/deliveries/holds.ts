import type { Uuid } from "#lib/ids";

import { priceSection } from "../credit/prices.ts";
import type { Phone } from "../recipients/phone.ts";
import type { Chunk, DeliveryKey } from "./queue.ts";

/** Why a delivery waits although its message is running: the section of the settings that says so. */
export const holdReasons = ["quiet_hours", "frequency_cap", "spending", "low_credit"] as const;
export type HoldReason = (typeof holdReasons)[number];
/** Further settings sections that a reason depends on: a change of one of them changes the rule, too. */
export const alsoDecide: readonly { readonly reason: HoldReason; readonly section: string }[] = [
  { reason: "spending", section: priceSection.name },
];

/** At most this many held deliveries of a message are counted: its progress is shown every second. */
export const HOLDS_COUNTED = 10_000;

/** A delivery in a leased chunk that may not leave yet. */
export type Hold = { readonly chunk: Chunk; readonly key: DeliveryKey; readonly until: number };

/** A message that was about to be sent to a person, and when: milliseconds since 1970. */
export type RecentMessage = readonly [messageId: Uuid, at: number];

/**
 * Database times: continue with deliveries held after `after`; those held later than `until` are not part of the
 * release.
 */
export type ReleasePlace = { readonly after: string; readonly until: string };

export type Holds = {
  /** The database's time, and the time zones of people for whom one is known; for others it follows from the number. */
  zonesOf(phones: readonly Phone[]): Promise<{ readonly now: number; readonly of: ReadonlyMap<Phone, string> }>;
  /**
   * `queued → held` until an instant, or until the message expires if that is earlier; then any node queues it again,
   * with all its gates. Deliveries that must not be sent any more end instead, with their reason.
   *
   * @param ruledAt when the rules were read by which the deliveries are held, milliseconds since 1970: they may have
   *   changed since
   */
  hold(holds: readonly Hold[], reason: HoldReason, ruledAt: number): Promise<void>;
  /**
   * Ends holds whose reason is over, those held longest first; the deliveries are judged again. One step of many: what
   * is held again meanwhile is not part of them.
   *
   * @param from what the previous step returned; null: the first step
   * @returns null: that was the last step
   */
  release(reason: HoldReason, from: ReleasePlace | null): Promise<ReleasePlace | null>;
  /** `queued → suppressed`: too many messages, and the settings say not to send it later. */
  skip(holds: readonly Omit<Hold, "until">[]): Promise<void>;
  /**
   * Adds messages to the lists of their people, at the database's time. The lists stay locked until the transaction
   * ends: two nodes that text one person wait for each other.
   *
   * @param messages of people as `countedAs` returns them, so that a phone with two numbers has one list
   * @returns the lists as they were before, each person's newest last, and the time of what was added
   */
  addContacts(messages: readonly DeliveryKey[]): Promise<{
    readonly now: number;
    readonly before: ReadonlyMap<Phone, readonly RecentMessage[]>;
  }>;
  /** Replaces lists that are locked by `addContacts`, and removes those that are empty. */
  correctContacts(lists: ReadonlyMap<Phone, readonly RecentMessage[]>): Promise<void>;
};
