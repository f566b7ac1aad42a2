import type { Uuid } from "#lib/ids";

import type { Phone } from "../recipients/phone.ts";
import type { LeasedJobs } from "../leased-jobs.ts";
import type { HeldKind } from "./privacy-store.ts";

/** Somebody's data on its way out, or gone. Times in milliseconds since 1970. */
export type Erasure = {
  readonly id: Uuid;
  readonly done: boolean;
  /** How many of each kind were erased so far. */
  readonly erased: Readonly<Partial<Record<HeldKind, number>>>;
  /** Texts under way, or that may still be reported on: they are erased when that is over. */
  readonly waiting: number;
  readonly createdAt: number;
  readonly finishedAt: number | null;
};

export type ErasureJob = { readonly id: Uuid; readonly phone: Phone; readonly token: number };

export type ErasureStore = LeasedJobs<ErasureJob> & {
  /**
   * Erases at once what is one row or a few: subscriptions with their history, the customer, the number of users and of
   * order notices. The log follows step by step. Where an erasure of this number is under way, it goes on as that one.
   */
  request(id: Uuid, phone: Phone, by: string): Promise<Erasure>;
  find(id: Uuid): Promise<Erasure | null>;
  /** Does the next bounded piece and prolongs the lease. null: it is done, waits, or the lease was lost. */
  step(job: ErasureJob, leaseMs: number): Promise<true | null>;
};
