/**
 * Work that outlives the process that does it: rows that one worker at a time leases. A worker that lost its lease,
 * because it stalled for too long or died, writes nothing more: `token` rises with every claim.
 */
export type LeasedJobs<Job extends { readonly token: number }> = {
  /** Leases the job that has been due longest; null: none is due. */
  claim(owner: string, leaseMs: number): Promise<Job | null>;
  /**
   * Releases a job unfinished, to be resumed after a while. Nothing happens if the lease was lost.
   *
   * @param trouble why it cannot continue now, as a sentence for people; null: nothing is wrong
   */
  release(job: Job, afterMs?: number, trouble?: string | null): Promise<void>;
};
