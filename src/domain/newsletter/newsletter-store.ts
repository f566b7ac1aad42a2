import type { Uuid } from "#lib/ids";

import type { GroupTexts } from "./group-texts.ts";
import type { ConsentEntry, Evidence } from "../consent/consent-record.ts";
import type { LocalizedText } from "../opt-out/localized-text.ts";
import type { Phone } from "../recipients/phone.ts";

/** Membership = person × group. */
export const membershipStates = ["active", "pending", "left"] as const;
export type MembershipState = (typeof membershipStates)[number];

/** What someone is after subscribing; pending: until they enter a code. */
export const subscribedStates = ["pending", "active"] as const;
export type SubscribedState = (typeof subscribedStates)[number];

export type Membership = { readonly groupId: number; readonly groupName: string; readonly state: MembershipState };

export type CustomFields = Readonly<Record<string, string | number | boolean>>;

export type Subscriber = {
  readonly id: number;
  readonly phone: Phone;
  readonly name: string;
  readonly customFields: CustomFields;
  /** BCP 47. */
  readonly locale: string | null;
  /** IANA. */
  readonly timeZone: string | null;
  /** Since when the number counts as unreachable; null: it does not. */
  readonly bouncedAt: number | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Ordered by group id. */
  readonly memberships: readonly Membership[];
};

/** What a call says about a person; undefined: unchanged. */
export type Profile = {
  readonly name: string;
  readonly customFields: CustomFields | null;
  readonly locale?: string | null | undefined;
  readonly timeZone?: string | null | undefined;
};

/** A subscriber whose row is locked until the surrounding transaction ends. */
export type LockedSubscriber = Subscriber & {
  /** The number replied STOP, or was blocked. */
  readonly suppressed: boolean;
  /** Seconds since the last code was sent, by the database's clock; null if there is none. */
  readonly codeAge: number | null;
  /** Seconds since each request for a code of the last 24 hours, the newest first. */
  readonly requestAges: readonly number[];
};

export type NewsletterGroup = GroupTexts & { readonly doubleOptIn: boolean | null };

/** The changes of one step, written together. */
export type NewsletterChange = {
  readonly subscriber: Pick<Subscriber, "id" | "phone" | "name">;
  readonly memberships?: readonly { readonly groupId: number; readonly state: MembershipState }[];
  /**
   * A new code for these groups; `spent`: the end of the current one; `narrowed`: it confirms no group any more that is
   * not pending after this change.
   */
  readonly code?:
    | { readonly hash: Buffer; readonly validSeconds: number; readonly groups: readonly number[] }
    | "spent"
    | "narrowed"
    | undefined;
  readonly consents?: readonly Pick<ConsentEntry, "groupId" | "kind" | "wording">[];
  readonly evidence: Evidence;
  readonly events?: readonly { readonly kind: string; readonly data: Readonly<Record<string, unknown>> }[];
};

/**
 * A code that someone entered. `groups`: those that it was sent for; null: a node of the previous release sent it, for
 * all that were pending.
 */
export type TriedCode = { readonly hash: Buffer; readonly groups: readonly number[] | null };

/** Subscribers, their memberships and their opt-in codes. */
export type NewsletterStore = {
  /** The groups that exist among `ids`; null: the default group. Locked against deletion until the transaction ends. */
  groups(ids: readonly number[] | null): Promise<readonly NewsletterGroup[]>;
  /** The texts of these groups, in the order of their ids. Locks nothing. */
  groupTexts(ids: readonly number[]): Promise<readonly GroupTexts[]>;
  /** Creates the subscriber or changes the existing one, and locks the row: calls for one number are serialized. */
  enroll(phone: Phone, profile: Profile): Promise<LockedSubscriber>;
  /** Locks the subscriber with this number. */
  lock(phone: Phone): Promise<LockedSubscriber | null>;
  /**
   * Locks the subscribers with these numbers, and the place of those that nobody has: whoever is creating one of them is
   * waited for, and whoever does so later waits for the end of this transaction.
   */
  lockPlaces(phones: readonly Phone[]): Promise<void>;
  /**
   * Uses up one of the attempts of the number's code. null: no such number, no code, code expired or out of attempts.
   * Writes and flushes in every case, so that the response takes as long for an unknown number.
   */
  takeTry(phone: Phone, maxTries: number): Promise<TriedCode | null>;
  save(change: NewsletterChange): Promise<void>;
  /** Ends marketing that waits to be sent to a person as a member of groups that they are leaving, and of no others. */
  endQueued(person: Pick<Subscriber, "id" | "phone">, leaving: readonly number[]): Promise<void>;
  /** Removes a person from the audiences stored for schedules, as far as they are in them as a member of a group. */
  leaveStoredAudiences(phone: Phone): Promise<void>;
  /** From now on the person is a member of these groups at their own request: no undo of a bulk action ends that. */
  keepMember(id: number, groups: readonly number[]): Promise<void>;
  /** Ends the bounced state of the number's owner, who has just shown that it can be reached. */
  noteReachable(phone: Phone): Promise<void>;
  /** Ends that these people count as unreachable, with all failures so far. Returns those who did. */
  reactivate(ids: readonly number[]): Promise<readonly number[]>;
};

export type Group = {
  readonly id: number;
  readonly name: string;
  /** null: as set for the site. */
  readonly doubleOptIn: boolean | null;
  /** By language, in place of the site's. */
  readonly codeTexts: LocalizedText;
  readonly welcomeTexts: LocalizedText;
  readonly createdAt: number;
  /** Pending and active members. */
  readonly members: number;
  readonly active: number;
};

export type GroupChange = {
  readonly name?: string | undefined;
  readonly doubleOptIn?: boolean | null | undefined;
  /** Replaced as a whole. */
  readonly codeTexts?: LocalizedText | undefined;
  readonly welcomeTexts?: LocalizedText | undefined;
};

export type GroupStore = {
  /** Ordered by id, starting after `after`. */
  list(filter: {
    search: string | null;
    after: number;
    limit: number;
  }): Promise<{ groups: readonly Group[]; total: number }>;
  find(id: number): Promise<Group | null>;
  /** null: the name is taken (compared without case). */
  create(name: string, properties: Omit<GroupChange, "name">): Promise<Group | null>;
  update(id: number, change: GroupChange): Promise<Group | "not_found" | "name_taken">;
  /**
   * Removes a group; with members only where `force` is true, and never the last one, nor one that a schedule sends to
   * alone: its runs would silently find nobody.
   */
  remove(
    id: number,
    force: boolean,
    evidence: Evidence,
  ): Promise<
    | { kind: "removed"; members: number }
    | { kind: "not_found" | "last_group" }
    | { kind: "has_members"; members: number }
    | { kind: "scheduled"; schedules: readonly Uuid[] }
  >;
};
