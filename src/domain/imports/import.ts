import type { CustomFields, MembershipState } from "../newsletter/newsletter-store.ts";
import type { Country, Phone } from "../recipients/phone.ts";

/**
 * The state in which people are imported. `left`: they only left the groups. `unsubscribed`: their numbers are
 * suppressed.
 */
export const importStates = ["active", "pending", "left", "unsubscribed"] as const;
export type ImportState = (typeof importStates)[number];

/** What a column of the file contains. */
export const columnTargets = [
  "phone",
  "name",
  "first_name",
  "last_name",
  "locale",
  "time_zone",
  "state",
  /** Names or ids of groups, separated by commas, in the state of the row. */
  "groups",
  /** The same, for groups in which they still have to confirm. */
  "pending_groups",
  /** The same, of groups that they left. */
  "left_groups",
  "consent_at",
  "consent_ip",
  /** When, and from which address, a consent was confirmed: better evidence than `consent_at` and `consent_ip`. */
  "confirmed_at",
  "confirmed_ip",
  "consent_source",
  "consent_wording",
  /** A JSON object with further values, which may include the number. */
  "attributes",
  "skip",
] as const;
export type ColumnTarget = (typeof columnTargets)[number] | `field:${string}`;

/**
 * What happens to people who are known. `add`: they get what they lack of the file's values, join the groups and keep
 * what they have. `update`: they get its values, and join the groups.
 */
export const rulesForKnown = ["skip", "add", "update"] as const;
export type RuleForKnown = (typeof rulesForKnown)[number];

/** How the rows of a file are read and written. */
export type ImportPlan = {
  readonly delimiter: string;
  /** One for each column of the file. */
  readonly columns: readonly ColumnTarget[];
  readonly country: Country | null;
  /** The groups that everyone joins; if `isFallback`, only people whose row names no group. */
  readonly groups: readonly number[];
  readonly isFallback?: boolean;
  /** Groups of the file that do not exist are created; otherwise their rows are left out. */
  readonly createGroups?: boolean;
  /** Of rows that do not state their own. */
  readonly state: ImportState;
  /** The site requires a code from everyone: rows that state active are pending. */
  readonly pendingOnly: boolean;
  /** Absent: of an import that was started on a node of an earlier release. */
  readonly onExisting?: RuleForKnown;
  /** What a node of an earlier release reads in place of `onExisting`. It skips known people where they get additions. */
  readonly update?: boolean;
  readonly dryRun: boolean;
  /** Of rows that do not state their own. */
  readonly consent: { readonly source: string; readonly wording: string | null };
};

export const ruleForKnown = ({ onExisting, update = false }: Pick<ImportPlan, "onExisting" | "update">): RuleForKnown =>
  onExisting ?? (update ? "update" : "skip");

/** A group as a row names it. */
export type NamedGroup = {
  readonly name: string;
  readonly state: MembershipState;
  /** Counted from 0. */
  readonly column: number;
};

/** One person of the file. */
export type ImportedPerson = {
  /** Of the record in the file, counted from 1 and including the header. */
  readonly row: number;
  readonly phone: Phone;
  readonly name: string;
  readonly fields: CustomFields;
  /** BCP 47; null: the row does not say. */
  readonly locale: string | null;
  /** IANA; null: the row does not say. */
  readonly timeZone: string | null;
  readonly state: ImportState;
  readonly named: readonly NamedGroup[];
  /** Those of `named` by id; `-3`: the third of the new groups of the file. */
  readonly groups: Readonly<Record<string, MembershipState>>;
  /** Milliseconds since 1970. */
  readonly consentAt: number | null;
  readonly consentIp: string | null;
  readonly consentSource: string | null;
  readonly consentWording: string | null;
};

/** Why a row is left out. Without its values: a file of errors must not be another copy of the list. */
export type RowIssue = {
  readonly row: number;
  /** Counted from 1. */
  readonly column: number;
  readonly target: ColumnTarget;
  /** A phrase that follows the name of the column: "is not a phone number". */
  readonly reason: string;
};

/** What became of the people of a file. */
export type ImportCounts = {
  /** New subscribers. */
  readonly created: number;
  /** Known people with a changed name, field, language or time zone, or in another group than before. */
  readonly updated: number;
  readonly unchanged: number;
  /** People who have opted out of all messages: left unchanged. */
  readonly suppressed: number;
  /** Numbers that were suppressed because the file says so. */
  readonly unsubscribed: number;
  /** People who had left a group that the file would have put them into: they stay out of it. */
  readonly stayedOut: number;
};

export const noCounts: ImportCounts = {
  created: 0,
  updated: 0,
  unchanged: 0,
  suppressed: 0,
  unsubscribed: 0,
  stayedOut: 0,
};
