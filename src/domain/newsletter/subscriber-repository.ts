import type { Phone } from "../recipients/phone.ts";
import type { ConsentKind, MembershipState, Subscriber } from "./newsletter-store.ts";

/** What is looked for; null: anything. */
export type SubscriberFilter = {
  readonly search: string | null;
  /** The number that the search is, where it is a whole one. */
  readonly number: Phone | null;
  readonly group: number | null;
  /** Of the person, or in `group` where one is given. present: not left; inactive: not active. */
  readonly state: MembershipState | "present" | "inactive" | "all";
  /** What the number begins with: "+49". */
  readonly prefix: string | null;
};

export type SubscriberOrder = "id" | "name" | "mobile" | "created_at";

export type SubscriberPage = {
  readonly filter: SubscriberFilter;
  readonly orderBy: SubscriberOrder;
  readonly descending: boolean;
  /** How many are passed over, or the id behind which the page begins. */
  readonly from: { readonly offset: number } | { readonly behind: number };
  readonly limit: number;
};

export type Consent = {
  readonly groupId: number | null;
  readonly kind: ConsentKind;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly source: string;
  readonly actor: string | null;
  readonly ip: string | null;
  readonly wording: string | null;
};

/** The people of the newsletter, to be looked at. */
export type SubscriberRepository = {
  list(page: SubscriberPage): Promise<readonly Subscriber[]>;
  /** A page, and how many there are on all pages, `atMost` at most. */
  look(
    page: SubscriberPage,
    atMost: number,
  ): Promise<{ readonly found: readonly Subscriber[]; readonly total: number }>;
  find(id: number): Promise<(Subscriber & { readonly suppressed: boolean }) | null>;
  /** Those of the numbers that a subscriber has, whatever his state. */
  known(phones: readonly Phone[]): Promise<readonly Phone[]>;
  /** The latest, newest first. */
  consents(id: number, limit: number): Promise<readonly Consent[]>;
  /** null: there is none of this id. */
  phoneOf(id: number): Promise<Phone | null>;
  /** Forgets a subscriber with memberships and history. */
  remove(id: number): Promise<void>;
  /** How many there are, and how many of them are active. */
  stats(): Promise<{ readonly total: number; readonly active: number }>;
};
