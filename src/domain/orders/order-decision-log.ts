import type { Uuid } from "#lib/ids";

import type { NoticeOutcome, NoticeTo } from "./order-notice-store.ts";

/** What was decided about a notice of an order. Instants in milliseconds since 1970. */
export type OrderDecision = {
  readonly shop: string;
  readonly order: number;
  readonly status: string;
  readonly to: NoticeTo;
  readonly outcome: NoticeOutcome;
  readonly messageId: Uuid | null;
  readonly at: number;
  /** How often the order came into that status again. */
  readonly repeats: number;
  readonly repeatedAt: number | null;
};

/** A place in the log: microseconds since 1970, then what tells rows of the same instant apart. */
export type DecisionPlace = readonly [at: number, shop: string, order: number, status: string, to: string];

/** What is looked for; null: anything. `from` and `to` in milliseconds, the first inside and the first outside. */
export type DecisionFilter = {
  readonly order: number | null;
  readonly status: string | null;
  readonly reader: NoticeTo | null;
  readonly outcome: NoticeOutcome | null;
  readonly from: number | null;
  readonly to: number | null;
  /** Only what stands behind it. */
  readonly after: DecisionPlace | null;
  readonly limit: number;
};

export type OrderDecisionLog = {
  /** Newest first, each with its place. */
  list(filter: DecisionFilter): Promise<readonly (OrderDecision & { readonly place: DecisionPlace })[]>;
};
