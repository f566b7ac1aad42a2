import type { Uuid } from "#lib/ids";

import type { Audience } from "./message.ts";
import type { Phone } from "../recipients/phone.ts";
import type { LeasedJobs } from "../leased-jobs.ts";

/** The progress of resolving an audience. */
export type FanOutProgress = {
  /** Index of the source being read. */
  readonly source: number;
  /** Where in the source to continue; null: at its beginning. */
  readonly cursor: string | null;
  /** Position of the next chunk in the fair order of its priority. */
  readonly turn: number;
};

export type FanOutJob = {
  readonly messageId: Uuid;
  /** Fencing token: a later claim has a higher one. */
  readonly token: number;
  readonly audience: Audience;
  readonly route: string;
  readonly priority: number;
  readonly progress: FanOutProgress;
};

/** People whose numbers are in the database itself: members of groups, people of a segment, or a stored set minus those who have left its groups. */
export type StoredSource =
  | { readonly groups: readonly number[] | "all" }
  | { readonly segment: number }
  | { readonly frozen: Uuid; readonly groups: Audience["groups"] };

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
   * Ends the resolution: the message runs, or has failed because no one was found.
   *
   * @returns false if nothing was ended, as for `add`
   */
  end(job: FanOutJob): Promise<boolean>;
};
