import type { Uuid } from "#lib/ids";

import type { DeliveryState } from "./status.ts";
import type { Phone } from "../recipients/phone.ts";
import type { Channel } from "../gateways/gateway.ts";

/** Where an entry stands in the log: nothing else is needed to find it, or to go on behind it. */
export type OutboxKey = { readonly messageId: Uuid; readonly phone: string };

/** Which entries; null: no matter. */
export type OutboxFilter = {
  /** Milliseconds since 1970, the first inside. */
  readonly from: number | null;
  /** Milliseconds since 1970, the first outside. */
  readonly to: number | null;
  readonly recipient: Phone | null;
  readonly messageId: Uuid | null;
  readonly gateway: string | null;
  /** Part of the text, the sender or the number. */
  readonly search: string | null;
  readonly states: readonly DeliveryState[] | null;
};

/**
 * One step through the log in the order of an index. `date`: by message, then number; `recipient`: by number, each
 * one's newest message first. Descending turns the whole order round.
 */
export type OutboxStep = {
  readonly filter: OutboxFilter;
  readonly order: "date" | "recipient";
  readonly descending: boolean;
  readonly after: OutboxKey | null;
  /** Whether found entries come with their sender, for sorting. */
  readonly withSender: boolean;
  /** Entries to look at: a bound on the work, however few of them match. */
  readonly rows: number;
  /** Matching entries to return at most. */
  readonly keep: number;
  /** Matching entries to count at most. */
  readonly count: number;
};

export type FoundEntry = OutboxKey & { readonly state: DeliveryState; readonly sender: string | null };

export type OutboxTally = { readonly total: number; readonly success: number; readonly failed: number };

export type OutboxFinds = {
  readonly found: readonly FoundEntry[];
  /** Over the first `count` that match. */
  readonly tally: OutboxTally;
  /** More matched than were to be counted. */
  readonly more: boolean;
  /** Last entry looked at; null: there was none. */
  readonly last: OutboxKey | null;
  /** Nothing stands behind it. */
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
  /** null: its provider did not say. */
  readonly channel: Channel | null;
  readonly sentAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly response: string | null;
  readonly failure: string | null;
};

export type OutboxStore = {
  find(step: OutboxStep): Promise<OutboxFinds>;
  /** The entries behind the keys, in their order; those that are gone are left out. */
  read(keys: readonly OutboxKey[]): Promise<readonly OutboxEntry[]>;
  /** Counts of the roll-ups between two instants that begin a quarter of an hour; null: no bound. */
  tally(from: number | null, to: number | null): Promise<OutboxTally>;
};
