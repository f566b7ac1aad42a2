import type { Phone } from "../recipients/phone.ts";
import type { ConsentKind, MembershipState, Subscriber } from "./newsletter-store.ts";

/** The filter; null: anything. */
export type SubscriberFilter = {
  readonly search: string | null;
  /** The search as a phone number, if it is a complete one. */
  readonly number: Phone | null;
  readonly group: number | null;
  /** State of the person, or in `group` if one is given. present: not left; inactive: not active. */
  readonly state: MembershipState | "present" | "inactive" | "all";
  /** What the number begins with: "+49". */
  readonly prefix: string | null;
};

export type SubscriberOrder = "id" | "name" | "mobile" | "created_at";

export type SubscriberPage = {
  readonly filter: SubscriberFilter;
  readonly orderBy: SubscriberOrder;
  readonly descending: boolean;
  /** The number of entries to skip, or the id after which the page begins. */
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
  readonly wordingVersion: string | null;
  readonly language: string | null;
};

/** Read access to the people of the newsletter. */
export type SubscriberRepository = {
  list(page: SubscriberPage): Promise<readonly Subscriber[]>;
  /** A page, and the total number on all pages, up to `atMost`. */
  look(
    page: SubscriberPage,
    atMost: number,
  ): Promise<{ readonly found: readonly Subscriber[]; readonly total: number }>;
  find(id: number): Promise<(Subscriber & { readonly suppressed: boolean }) | null>;
  /** Those of the numbers that belong to a subscriber in any state. */
  known(phones: readonly Phone[]): Promise<readonly Phone[]>;
  /** The latest, newest first. */
  consents(id: number, limit: number): Promise<readonly Consent[]>;
  /** null: there is none with this id. */
  phoneOf(id: number): Promise<Phone | null>;
  /** Deletes a subscriber with memberships and history. */
  remove(id: number): Promise<void>;
  /** How many there are, and how many of them are active. */
  stats(): Promise<{ readonly total: number; readonly active: number }>;
};
