import { hour } from "#lib/time";

import type { FrequencyCapSettings } from "../frequency-cap/frequency-cap-settings.ts";
import type { MessageContent } from "../messages/content.ts";
import type { Audience, Category } from "../messages/message.ts";
import type { Phone } from "../recipients/phone.ts";

/** The part of an audience that a preview counts in the database. */
export type AudienceQuery = {
  /** Group ids, all of them, or none. */
  readonly groups: readonly number[] | "all" | null;
  readonly segments: readonly number[];
  /** Decides, with the settings, whether a suppression applies. */
  readonly message: { readonly category: Category; readonly sender: string | null };
  /** Numbers that are known already, each once. */
  readonly phones: readonly Phone[];
  /** People who got this many messages since an instant are over the frequency cap; null: there is none. */
  readonly cap: CapWindow | null;
  /** Beginnings of numbers by which members are counted. */
  readonly prefixes: readonly string[];
};

/** The common part of all queries about the audience of a call. @param cap of its category; `at`: when it is sent */
export function audienceQueryOf(
  command: {
    readonly audience: Audience | null;
    readonly category: Category;
    readonly content: Pick<MessageContent, "sender">;
  },
  cap: FrequencyCapSettings | null,
  at: number,
): Pick<AudienceQuery, "groups" | "segments" | "message" | "cap"> {
  const { audience, category, content } = command;
  return {
    groups: audience?.groups ?? null,
    segments: audience?.segments ?? [],
    message: { category, sender: content.sender },
    cap: cap && { messages: cap.messages, since: at - cap.windowHours * hour },
  };
}

/** `since` in milliseconds since 1970. */
export type CapWindow = { readonly messages: number; readonly since: number };

export type OverCap = {
  /** Members who are over the cap and not suppressed, by the first eight characters of their number. */
  readonly members: ReadonlyMap<string, number>;
  /** Those of the known numbers. */
  readonly known: ReadonlySet<Phone>;
  /**
   * For each of them, one message must leave the window first: when the earliest and the latest of these were sent, in
   * milliseconds since 1970. null: no one is over.
   */
  readonly earliest: number | null;
  readonly latest: number | null;
  /** False if `members` was estimated from a sample. */
  readonly exact: boolean;
};

export type AudienceCount = {
  /** Active memberships: a person in two of the groups has two. */
  readonly memberships: number;
  /** People of the segments; a person in two of them counts twice. */
  readonly ofSegments: number;
  /**
   * People with an active membership or in a segment, by the longest of `prefixes` that their number begins with; "+":
   * it begins with none of them.
   */
  readonly members: ReadonlyMap<string, number>;
  /** False if `members` was estimated from a sample. */
  readonly exact: boolean;
  /** People who have not confirmed in any of the groups yet. */
  readonly unconfirmed: number;
  /**
   * How many members are suppressed, or bounced and not among `phones`, by the first eight characters of their number.
   */
  readonly suppressedMembers: ReadonlyMap<string, number>;
  /** Those of `phones` that belong to one of `members`, and those that are suppressed. */
  readonly alsoMembers: ReadonlySet<Phone>;
  readonly suppressed: ReadonlySet<Phone>;
  readonly overCap: OverCap;
};

export type AudienceCounter = { count(query: AudienceQuery): Promise<AudienceCount> };
