import type { Uuid } from "#lib/ids";

import type { HoldReason } from "../deliveries/holds.ts";
import type { DeliveryState } from "../deliveries/delivery-state.ts";
import type { Phone } from "../recipients/phone.ts";
import type { Channel } from "../gateways/gateway.ts";
import type { Category } from "../messages/message.ts";

/** The position of an entry in the log: all that is needed to find it, or to continue after it. */
export type OutboxKey = { readonly messageId: Uuid; readonly phone: string };

/** The filter; null: any. */
export type OutboxFilter = {
  /** Milliseconds since 1970, inclusive. */
  readonly from: number | null;
  /** Milliseconds since 1970, exclusive. */
  readonly to: number | null;
  readonly recipient: Phone | null;
  readonly messageId: Uuid | null;
  readonly gateway: string | null;
  readonly category: Category | null;
  /** The exact code of a failure. */
  readonly error: string | null;
  /** Part of the text, the sender or the number. */
  readonly search: string | null;
  readonly states: readonly DeliveryState[] | null;
};

/**
 * One step through the log in index order. `date`: by message, then number; `recipient`: by number, each one's newest
 * message first. Descending reverses the whole order.
 */
export type OutboxStep = {
  readonly filter: OutboxFilter;
  readonly order: "date" | "recipient";
  readonly descending: boolean;
  readonly after: OutboxKey | null;
  /** Whether to return the sender of the entries found, for sorting. */
  readonly withSender: boolean;
  /** Maximum entries to read: a bound on the work, however few match. */
  readonly rows: number;
  /** Maximum matching entries to return. */
  readonly keep: number;
  /** Maximum matching entries to count. */
  readonly count: number;
};

export type FoundEntry = OutboxKey & { readonly state: DeliveryState; readonly sender: string | null };

export type OutboxTally = { readonly total: number; readonly success: number; readonly failed: number };

export type OutboxFinds = {
  readonly found: readonly FoundEntry[];
  /** Counts of the first `count` that match. */
  readonly tally: OutboxTally;
  /** More entries matched than the maximum to count. */
  readonly more: boolean;
  /** Last entry read; null: there was none. */
  readonly last: OutboxKey | null;
  /** There are no entries after it. */
  readonly ended: boolean;
};

export type OutboxEntry = OutboxKey & {
  readonly id: number;
  readonly state: DeliveryState;
  readonly category: string;
  readonly sender: string | null;
  readonly text: string;
  readonly media: readonly string[];
  readonly gateway: string | null;
  readonly segments: number;
  /** Of a segment, in millionths of the currency, when its gateway accepted it; null: it did not, or there was none. */
  readonly price: number | null;
  readonly currency: string | null;
  /** null: not reported by its provider. */
  readonly channel: Channel | null;
  readonly sentAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly response: string | null;
  readonly failure: string | null;
  /** Why it is held, since when and until when; null: it is not. */
  readonly heldFor: HoldReason | null;
  readonly heldAt: Date | null;
  readonly heldUntil: Date | null;
};

export type OutboxStore = {
  find(step: OutboxStep): Promise<OutboxFinds>;
  /** The entries of the keys, in their order; deleted ones are left out. */
  read(keys: readonly OutboxKey[]): Promise<readonly OutboxEntry[]>;
  /** Counts of the roll-ups between two quarter-hour boundaries; null: no bound. */
  tally(from: number | null, to: number | null): Promise<OutboxTally>;
};
