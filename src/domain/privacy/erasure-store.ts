import type { Uuid } from "#lib/ids";

import type { Phone } from "../recipients/phone.ts";
import type { LeasedJobs } from "../leased-jobs.ts";
import type { HeldKind } from "./privacy-store.ts";

/** The erasure of a person's data, in progress or done. Times in milliseconds since 1970. */
export type Erasure = {
  readonly id: Uuid;
  readonly done: boolean;
  /** Number of records of each kind erased so far. */
  readonly erased: Readonly<Partial<Record<HeldKind, number>>>;
  /** Deliveries in flight, or for which receipts may still arrive: they are erased after that. */
  readonly waiting: number;
  readonly createdAt: number;
  readonly finishedAt: number | null;
};

export type ErasureJob = { readonly id: Uuid; readonly phone: Phone; readonly token: number };

export type ErasureStore = LeasedJobs<ErasureJob> & {
  /**
   * Immediately erases what is in few rows: subscriptions with their history, the customer, the numbers of users and of
   * order notices. The log follows step by step. If an erasure of this number is in progress, it is continued.
   */
  request(id: Uuid, phone: Phone, by: string): Promise<Erasure>;
  find(id: Uuid): Promise<Erasure | null>;
  /** Does the next bounded step and prolongs the lease. null: it is done, is waiting, or the lease was lost. */
  step(job: ErasureJob, leaseMs: number): Promise<true | null>;
};
