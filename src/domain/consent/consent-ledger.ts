import type { Uuid } from "#lib/ids";

import type { LeasedJobs } from "../leased-jobs.ts";
import type { Phone } from "../recipients/phone.ts";
import type { ConsentEntry, ConsentRecord } from "./consent-record.ts";

/** Who agreed to what, when and how, and who withdrew their consent. Append-only. */
export type ConsentLedger = {
  /**
   * Appends records, in the given order for each person. Joins the surrounding transaction, and locks the people of the
   * records until it ends, so it must come after every other lock of that transaction. Records of many people take only
   * a few statements.
   */
  append(entries: readonly ConsentEntry[]): Promise<void>;
};

/** The past of a number, according to all of its records. */
export type ConsentPast = {
  /** They left a group, or opted out, at any time. */
  readonly withdrew: boolean;
  /** There are records, and all of them were made on a public page, where anyone could have entered the number. */
  readonly onlyPages: boolean;
};

/** Reads the records of one number, also when the subscriber was deleted. */
export type ConsentRepository = {
  /** Newest first, with an id below `before`. */
  latest(phone: Phone, before: number | null, limit: number): Promise<readonly ConsentRecord[]>;
  /** Oldest first, with an id above `after`. */
  since(phone: Phone, after: number, limit: number): Promise<readonly ConsentRecord[]>;
  past(phone: Phone): Promise<ConsentPast>;
};

export type SealingJob = { readonly id: Uuid; readonly token: number };

/** A seal that was written. */
export type Sealed = { readonly number: number; readonly records: number; readonly root: Buffer };

export type SealingStore = LeasedJobs<SealingJob> & {
  /**
   * Moves a batch of rows that imports wrote into the ledger, seals a batch of records and prolongs the lease. null:
   * the lease was lost, or nothing is left for now.
   */
  step(job: SealingJob, leaseMs: number): Promise<{ readonly sealed: Sealed | null } | null>;
};
