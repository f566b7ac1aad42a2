import type { Uuid } from "#lib/ids";
import { day, second } from "#lib/time";

import type { Phone } from "../recipients/phone.ts";
import type { PersonalText } from "../texts/personal-text.ts";
import type { MessageContent } from "./content.ts";

export const categories = ["marketing", "transactional", "otp"] as const;
export type Category = (typeof categories)[number];

/** Lower is sent first: a one-time password never waits behind a campaign. */
export const priorityOf: Readonly<Record<Category, number>> = { otp: 0, transactional: 1, marketing: 2 };

/** Categories in the order in which their messages are sent. */
export const categoriesByPriority: readonly Category[] = categories.toSorted((a, b) => priorityOf[a] - priorityOf[b]);

export function categoryOfPriority(priority: number): Category {
  return categoriesByPriority[priority] ?? "marketing";
}

/** Unless the caller sets it: marketing if subscribers are among the recipients, otherwise transactional. */
export function defaultCategory(audience: Pick<Audience, "groups" | "segments"> | null): Category {
  return audience?.groups || audience?.segments ? "marketing" : "transactional";
}

/** Shown in place of a one-time password's text. */
export const HIDDEN_TEXT = "[hidden]";

/** Default number of seconds for which a message is worth sending. */
export const defaultValidFor: Readonly<Record<Category, number>> = {
  otp: 600,
  transactional: 86_400,
  marketing: 259_200,
};

/** The most that a call may set: no message is open for longer. In seconds. */
export const LONGEST_VALID_FOR = (7 * day) / second;

export const messageStates = ["resolving", "running", "paused", "completed", "canceled", "failed"] as const;
export type MessageState = (typeof messageStates)[number];
export const runningMessageStates = ["resolving", "running"] as const;
/** The states in which something may still be sent. */
export const openMessageStates: readonly MessageState[] = ["resolving", "running", "paused"];

/** The part of an audience that is resolved after the response. */
export type Audience = {
  /** Group ids, or all of them. */
  readonly groups: readonly number[] | "all" | null;
  readonly roles: readonly string[];
  readonly users: readonly number[];
  readonly customers: boolean;
  /** Ids of segments; absent: none. */
  readonly segments?: readonly number[];
  /** A stored set of recipients, instead of all others: the frozen audience of a schedule. `groups` are its groups. */
  readonly frozen?: Uuid;
};

/** An audience without anybody, to which single parts are added. */
export const NOBODY: Audience = { groups: null, roles: [], users: [], customers: false };

/**
 * Whom a call named apart from the audience, stored for later readers of the message. Only counts and ids: an erasure
 * need not look for a person here.
 */
export type Named = {
  /** Direct numbers, each once. */
  readonly numbers: number;
  /** Users whose phone numbers were known at once; the others are in the audience. */
  readonly users?: readonly number[];
  /** What a frozen audience consisted of besides its groups. */
  readonly roles?: readonly string[];
  readonly customers?: true;
};

/** A message ready to be accepted: each number once, in E.164. */
export type NewMessage = {
  readonly content: MessageContent;
  readonly category: Category;
  readonly route: string;
  /** Seconds. */
  readonly validFor: number;
  readonly phones: readonly Phone[];
  /** The text of each of `phones`, if the content is personal. */
  readonly texts?: ReadonlyMap<Phone, PersonalText>;
  /** Number of duplicate entries. */
  readonly duplicates: number;
  /** Number of entries that were not phone numbers. */
  readonly invalid: number;
  readonly audience: Audience | null;
  /**
   * For a resend: the audience of the original message. It is not read again, but people who have left its groups since
   * get no resend.
   */
  readonly resentAudience?: Audience;
  /** Whom the call named apart from the audience; absent: the message goes to one number. */
  readonly named?: Named;
  /** Maximum messages per minute; null: as fast as the gateway. */
  readonly ratePerMinute: number | null;
  /** The schedule of which this is an occurrence. */
  readonly scheduleId?: Uuid;
  readonly createdBy: string;
  /** It confirms an opt-out, so the opt-out does not block it. Only `confirmationOf` sets this. */
  readonly answersOptOut?: true;
};

type Draft = Pick<NewMessage, "content" | "category" | "route" | "phones" | "createdBy"> & {
  readonly [
    Name in
      | "texts"
      | "duplicates"
      | "invalid"
      | "audience"
      | "resentAudience"
      | "named"
      | "ratePerMinute"
      | "scheduleId"
      | "answersOptOut"
  ]?: NewMessage[Name] | undefined;
} & {
  /** Absent or null: the default of the category. */
  readonly validFor?: number | null;
};

/** The one place that creates a message. */
export function newMessage(draft: Draft): NewMessage {
  return {
    content: draft.content,
    category: draft.category,
    route: draft.route,
    validFor: draft.validFor ?? defaultValidFor[draft.category],
    phones: draft.phones,
    duplicates: draft.duplicates ?? 0,
    invalid: draft.invalid ?? 0,
    audience: draft.audience ?? null,
    ratePerMinute: draft.ratePerMinute ?? null,
    createdBy: draft.createdBy,
    ...(draft.texts && { texts: draft.texts }),
    ...(draft.resentAudience && { resentAudience: draft.resentAudience }),
    ...(draft.named && (draft.audience || draft.phones.length > 1) && { named: draft.named }),
    ...(draft.scheduleId !== undefined && { scheduleId: draft.scheduleId }),
    ...(draft.answersOptOut && { answersOptOut: draft.answersOptOut }),
  };
}

/**
 * The data that is committed and flushed once `accept` resolves. Counts are null while the audience is being resolved.
 */
export type Accepted = {
  readonly id: Uuid;
  readonly state: (typeof runningMessageStates)[number];
  readonly matched: number | null;
  readonly accepted: number | null;
  readonly duplicates: number | null;
  readonly invalid: number | null;
  readonly suppressed: number | null;
};
