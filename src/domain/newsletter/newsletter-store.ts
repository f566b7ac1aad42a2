import type { Phone } from "../recipients/phone.ts";

/** Membership = person × group. */
export const membershipStates = ["active", "pending", "left"] as const;
export type MembershipState = (typeof membershipStates)[number];

export type Membership = { readonly groupId: number; readonly groupName: string; readonly state: MembershipState };

export type CustomFields = Readonly<Record<string, string | number | boolean>>;

export type Subscriber = {
  readonly id: number;
  readonly phone: Phone;
  readonly name: string;
  readonly customFields: CustomFields;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Ordered by group id. */
  readonly memberships: readonly Membership[];
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

export type NewsletterGroup = { readonly id: number; readonly name: string; readonly doubleOptIn: boolean | null };

/** Who agreed to what, when and how. */
export type ConsentKind = "requested" | "confirmed" | "subscribed" | "left";
export type Evidence = {
  /** Where it originated: "api", "sms", "page", "console", "import". */
  readonly source: string;
  /** Principal of the caller; null if the person acted alone. */
  readonly actor: string | null;
  readonly ip: string | null;
};

/** What the person saw. */
export type Wording = {
  readonly text?: string | undefined;
  readonly version?: string | undefined;
  /** BCP 47, such as "de-AT". */
  readonly language?: string | undefined;
};

/** The changes of one step, written together. */
export type NewsletterChange = {
  readonly subscriber: Pick<Subscriber, "id" | "phone">;
  readonly memberships?: readonly { readonly groupId: number; readonly state: MembershipState }[];
  /** A new code, or the end of the current one. */
  readonly code?: { readonly hash: Buffer; readonly validSeconds: number } | "spent" | "revoked" | undefined;
  readonly consents?: readonly {
    readonly groupId: number;
    readonly kind: ConsentKind;
    readonly wording?: Wording | undefined;
  }[];
  readonly evidence: Evidence;
  readonly events?: readonly { readonly kind: string; readonly data: Readonly<Record<string, unknown>> }[];
};

/** Subscribers, their memberships and their opt-in codes. */
export type NewsletterStore = {
  /** The groups that exist among `ids`; null: the default group. Locked against deletion until the transaction ends. */
  groups(ids: readonly number[] | null): Promise<readonly NewsletterGroup[]>;
  /** Creates the subscriber or renames the existing one, and locks the row: calls for one number are serialized. */
  enroll(phone: Phone, name: string, customFields: CustomFields | null): Promise<LockedSubscriber>;
  /** Locks the subscriber with this number. */
  lock(phone: Phone): Promise<LockedSubscriber | null>;
  /**
   * Uses up one of the attempts of the number's code. null: no such number, no code, code expired or out of attempts.
   * Writes and flushes in every case, so that the response takes as long for an unknown number.
   */
  takeTry(phone: Phone, maxTries: number): Promise<Buffer | null>;
  save(change: NewsletterChange): Promise<void>;
};

export type Group = {
  readonly id: number;
  readonly name: string;
  /** null: as set for the site. */
  readonly doubleOptIn: boolean | null;
  readonly createdAt: number;
  /** Pending and active members. */
  readonly members: number;
  readonly active: number;
};

export type GroupChange = { readonly name?: string | undefined; readonly doubleOptIn?: boolean | null | undefined };

export type GroupStore = {
  /** Ordered by id, starting after `after`. */
  list(filter: {
    search: string | null;
    after: number;
    limit: number;
  }): Promise<{ groups: readonly Group[]; total: number }>;
  find(id: number): Promise<Group | null>;
  /** null: the name is taken (compared without case). */
  create(name: string, doubleOptIn: boolean | null): Promise<Group | null>;
  update(id: number, change: GroupChange): Promise<Group | "not_found" | "name_taken">;
  /** Removes a group; with members only where `force` is true, and never the last one. */
  remove(
    id: number,
    force: boolean,
    evidence: Evidence,
  ): Promise<
    | { kind: "removed"; members: number }
    | { kind: "not_found" | "last_group" }
    | { kind: "has_members"; members: number }
  >;
};
