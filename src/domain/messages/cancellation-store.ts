import type { Uuid } from "#lib/ids";

import type { LeasedJobs } from "../leased-jobs.ts";

/** A message whose unsent texts are taken out of the queue: it was canceled, or its time is over. */
export type Cancellation = {
  readonly messageId: Uuid;
  /** Fencing token: a later claim has a higher one. */
  readonly token: number;
};

export type CancellationStore = LeasedJobs<Cancellation> & {
  /**
   * Withdraws the next `limit` texts, with their events and counts, and prolongs the lease. Returns whether there may be
   * more; null: the lease was lost, and nothing was written.
   */
  step(job: Cancellation, limit: number, leaseMs: number): Promise<boolean | null>;
  /**
   * Clears the queue of what was canceled, and forgets the job. While texts are on the wire it comes up again each
   * second.
   */
  end(job: Cancellation): Promise<void>;
  /**
   * Brings to an end what nobody else would: paused messages, limited campaigns and audiences whose `valid_for` is over,
   * and texts that wait for a resume that came already. Returns whether it found anything.
   */
  sweep(): Promise<boolean>;
};
