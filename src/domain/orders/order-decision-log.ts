import type { Uuid } from "#lib/ids";

import type { NoticeOutcome, NoticeTo } from "./order-notice-store.ts";

/** The decision about a notice for an order. Instants in milliseconds since 1970. */
export type OrderDecision = {
  readonly shop: string;
  readonly order: number;
  readonly status: string;
  readonly to: NoticeTo;
  readonly outcome: NoticeOutcome;
  readonly messageId: Uuid | null;
  readonly at: number;
  /** How often the order entered that status again. */
  readonly repeats: number;
  readonly repeatedAt: number | null;
};

/** A position in the log: microseconds since 1970, then what distinguishes rows of the same instant. */
export type DecisionPlace = readonly [at: number, shop: string, order: number, status: string, to: string];

/** The filter; null: anything. `from` (inclusive) and `to` (exclusive) in milliseconds. */
export type DecisionFilter = {
  readonly order: number | null;
  readonly status: string | null;
  readonly reader: NoticeTo | null;
  readonly outcome: NoticeOutcome | null;
  readonly from: number | null;
  readonly to: number | null;
  /** Only entries after it. */
  readonly after: DecisionPlace | null;
  readonly limit: number;
};

export type OrderDecisionLog = {
  /** Newest first, each with its position. */
  list(filter: DecisionFilter): Promise<readonly (OrderDecision & { readonly place: DecisionPlace })[]>;
};
