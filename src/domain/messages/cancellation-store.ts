import type { Uuid } from "#lib/ids";

import type { LeasedJobs } from "../leased-jobs.ts";

/** A message whose unsent deliveries are removed from the queue: it was canceled, or it has expired. */
export type Cancellation = {
  readonly messageId: Uuid;
  /** Fencing token: a later claim has a higher one. */
  readonly token: number;
};

export type CancellationStore = LeasedJobs<Cancellation> & {
  /**
   * Cancels the next `limit` deliveries, with their events and counts, and prolongs the lease. Returns whether there
   * may be more; null: the lease was lost, and nothing was written.
   */
  step(job: Cancellation, limit: number, leaseMs: number): Promise<boolean | null>;
  /**
   * Removes what was canceled from the queue, and deletes the job. While deliveries are in flight, it is repeated every
   * second.
   */
  end(job: Cancellation): Promise<void>;
  /**
   * Ends what nothing else would end: paused messages, rate-limited campaigns and audiences whose `valid_for` has
   * passed, and deliveries that wait for a resume that has already happened. Returns whether it found anything.
   */
  sweep(): Promise<boolean>;
};
