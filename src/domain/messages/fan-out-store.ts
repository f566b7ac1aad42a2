import type { Uuid } from "#lib/ids";

import type { MessageContent } from "./content.ts";
import type { Audience } from "./message.ts";
import type { PersonalText, RefusedPeople, RefusedPerson } from "../texts/personal-text.ts";
import type { Phone } from "../recipients/phone.ts";
import type { LeasedJobs } from "../leased-jobs.ts";

/** The progress of resolving an audience. */
export type FanOutProgress = {
  /** Index of the source being read. */
  readonly source: number;
  /** Where to continue in the source; null: at its beginning. */
  readonly cursor: string | null;
  /** Position of the next chunk in the fair order of its priority. */
  readonly turn: number;
  /** Of a personal message: nobody was without a text before the first page, so pages become deliveries at once. */
  readonly complete?: boolean;
};

export type FanOutJob = {
  readonly messageId: Uuid;
  /** Fencing token: a later claim has a higher one. */
  readonly token: number;
  readonly audience: Audience;
  /** The texts of a personal message; null: everyone gets the same. */
  readonly template: Pick<MessageContent, "text" | "variants" | "media"> | null;
  readonly route: string;
  readonly priority: number;
  /** Of marketing that was scheduled because all its users had agreed: they may not any more. null: another message. */
  readonly byConsent: { readonly sender: string | null } | null;
  readonly progress: FanOutProgress;
};

/**
 * People in the database itself: members of groups, people of a segment, or a stored set minus those who have left its
 * groups.
 */
export type PeopleSource =
  | { readonly groups: readonly number[] | "all" }
  | { readonly segment: number }
  | { readonly frozen: Uuid; readonly groups: Audience["groups"] };

/**
 * People whose numbers are in the database itself; `prepared`: everyone for whom there is a prepared text, without
 * those who have left the groups since.
 */
export type StoredSource = PeopleSource | { readonly prepared: true };

/** A person of a stored source. Only subscribers have an id and a name. */
export type StoredPerson = {
  readonly phone: Phone;
  readonly id: number | null;
  readonly name: string | null;
  readonly locale: string | null;
  readonly fields: Readonly<Record<string, unknown>> | null;
  /** Found as a member of a group or a segment. */
  readonly viaGroup: boolean;
};

/** A page of people of a personal message with their texts, each number once. */
export type PageOfTexts = Omit<FanOutPage, "phones"> & {
  readonly texts: readonly (PersonalText & Pick<StoredPerson, "phone" | "viaGroup">)[];
  /** Those who have none. */
  readonly refused: readonly (RefusedPerson & Pick<StoredPerson, "phone" | "viaGroup">)[];
};

/** A page of people on its way into the ledger. */
export type FanOutPage = {
  /** Each once. */
  readonly phones: readonly Phone[];
  /** Number of duplicates in the page. */
  readonly duplicates: number;
  /** Number of people without a usable number. */
  readonly invalid: number;
  /** Where the next page begins; written in the same transaction as this one. */
  readonly next: FanOutProgress;
};

export type FanOutStore = LeasedJobs<FanOutJob> & {
  /**
   * Writes a page and its place in the queue. A database crash may undo the last pages together with their progress, as
   * long as none of their deliveries was claimed.
   *
   * @returns false if nothing was written: the lease was lost, or the progress in the database is not the job's
   */
  add(job: FanOutJob, page: FanOutPage, leaseMs: number): Promise<boolean>;
  /**
   * Whether somebody in these sources may be without a value for one of the variables. It is a quick answer: true as
   * well if it would take long, and for a value that is there and hard to recognize.
   */
  mayLackValues(sources: readonly PeopleSource[], variables: readonly string[]): Promise<boolean>;
  /**
   * Writes a page of people with their texts, as `add` does. Members who have left since they were read are left out,
   * and so are people who have a prepared text of their own. Who has no text by now gets a delivery that ends at once.
   */
  addTexts(job: FanOutJob, page: PageOfTexts, leaseMs: number): Promise<boolean>;
  /**
   * Reads the next `limit` people of a stored source and writes them, as `add` does, without bringing them here.
   *
   * @returns how many were read, and the progress after them; null when `add` would return false
   */
  addStored(
    job: FanOutJob,
    source: StoredSource,
    limit: number,
    leaseMs: number,
  ): Promise<{ readonly read: number; readonly progress: FanOutProgress } | null>;
  /**
   * People of a stored source after a number, in order. `fields`: whether their custom fields are needed.
   *
   * @returns at most `limit`, and after which number the next page begins; null: there are no more
   */
  people(
    job: Pick<FanOutJob, "priority">,
    source: PeopleSource,
    after: string | null,
    limit: number,
    fields: boolean,
  ): Promise<{ readonly people: readonly StoredPerson[]; readonly next: string | null }>;
  /**
   * Stores the texts of a page, and who has none. Of a person on several pages, the first text stays.
   *
   * @returns false if nothing was written, as for `add`
   */
  prepare(job: FanOutJob, page: PageOfTexts, leaseMs: number): Promise<boolean>;
  /** Everyone who has no text; null: all have one. */
  refused(job: FanOutJob): Promise<RefusedPeople | null>;
  /** Ends the resolution: the message has failed, because these have no text. @returns false if nothing was ended */
  refuse(job: FanOutJob, refused: RefusedPeople): Promise<boolean>;
  /**
   * Ends the resolution: the message runs, or has failed because no one was found.
   *
   * @returns false if nothing was ended, as for `add`
   */
  end(job: FanOutJob): Promise<boolean>;
};
