import type { Phone } from "../recipients/phone.ts";

/** The types that are searched, in the order of the results. */
export const searchTypes = [
  "subscriber",
  "message",
  "outbox_entry",
  "thread",
  "group",
  "segment",
  "template",
  "schedule",
  "form",
  "user",
  "gateway",
  "webhook",
] as const;
export type SearchType = (typeof searchTypes)[number];

export type SearchHit = {
  /** As the routes of its type take it. */
  readonly id: string;
  readonly title: string;
  /** What distinguishes it from others with the same title; null: nothing. */
  readonly detail: string | null;
};

/** `incomplete`: older ones were not searched. */
export type SearchFinds = { readonly hits: readonly SearchHit[]; readonly incomplete: boolean };

/** What a caller entered, in the forms in which it may be stored. */
export type SearchTerms = {
  readonly text: string;
  /** A complete phone number; null: it is not one. */
  readonly phone: Phone | null;
  /** Beginnings of numbers that it may mean, in E.164; none: it is not part of a number. */
  readonly prefixes: readonly string[];
  /** A positive integer; null: it is not one. */
  readonly number: number | null;
};

/** Who searches. Texts of other users' messages are found only by callers who may read the log. */
export type Searcher = { readonly principal: string; readonly readsLog: boolean };

/** The known facts about one number. */
export type KnownNumber = {
  readonly subscriber: { readonly id: number; readonly name: string } | null;
  readonly suppressed: boolean;
  readonly hasThread: boolean;
  readonly hasEntries: boolean;
};

/** Types that the database holds. */
export type StoredType = Exclude<SearchType, "gateway">;

export type SearchStore = {
  /** At most `limit` of a type. The work is bounded, however much is stored and however little matches. */
  find(type: StoredType, terms: SearchTerms, by: Searcher, limit: number): Promise<SearchFinds>;
  known(phone: Phone): Promise<KnownNumber>;
};
