import type { RecentMessage } from "../deliveries/holds.ts";
import type { Phone } from "../recipients/phone.ts";
import type { Filter } from "../subscribers/filter.ts";
import { personStates } from "./with-memberships.ts";
import type { Subscriber } from "./newsletter-store.ts";

export const stateFilters = [...personStates, "present", "inactive", "all"] as const;

/** The filter; null: anything. */
export type SubscriberFilter = {
  readonly search: string | null;
  /** The search as a phone number, if it is a complete one. */
  readonly number: Phone | null;
  readonly group: number | null;
  /** State of the person, or in `group` if one is given. present: not left; inactive: not active. */
  readonly state: (typeof stateFilters)[number];
  /** What the number begins with: "+49". */
  readonly prefix: string | null;
  readonly matching: Filter | null;
};

export const subscriberOrders = ["id", "name", "mobile", "created_at"] as const;
export type SubscriberOrder = (typeof subscriberOrders)[number];

export type SubscriberPage = {
  readonly filter: SubscriberFilter;
  readonly orderBy: SubscriberOrder;
  readonly descending: boolean;
  /** The number of entries to skip, or the id after which the page begins. */
  readonly from: { readonly offset: number } | { readonly behind: number };
  readonly limit: number;
};

/** Read access to the people of the newsletter. */
export type SubscriberRepository = {
  list(page: SubscriberPage): Promise<readonly Subscriber[]>;
  /**
   * A page, and the total number on all pages, up to `atMost`. `more`: there are more, or counting them took too long.
   */
  page(
    page: SubscriberPage,
    atMost: number,
  ): Promise<{ readonly found: readonly Subscriber[]; readonly total: number; readonly more: boolean }>;
  /** `contacts`: the messages that they got lately, as of `at`, milliseconds since 1970. */
  find(
    id: number,
  ): Promise<
    | (Subscriber & { readonly suppressed: boolean; readonly contacts: readonly RecentMessage[]; readonly at: number })
    | null
  >;
  /** Those of the numbers that belong to a subscriber in any state. */
  known(phones: readonly Phone[]): Promise<readonly Phone[]>;
  /** null: there is none with this id. */
  phoneOf(id: number): Promise<Phone | null>;
  /** Language tag; null: there is no subscriber with this number, or their language is not known. */
  localeOf(phone: Phone): Promise<string | null>;
  /** Deletes a subscriber with memberships; their consents stay in the ledger. */
  remove(id: number): Promise<void>;
  /** How many there are, and how many of them are active. */
  stats(): Promise<{ readonly total: number; readonly active: number }>;
};
