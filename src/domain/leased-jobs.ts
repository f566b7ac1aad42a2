/**
 * Work that outlives the process that does it: rows that one worker at a time leases. Who lost the lease, because it
 * stood still for too long or died, writes nothing more: `token` is higher with every claim.
 */
export type LeasedJobs<Job extends { readonly token: number }> = {
  /** Leases the job that has been due longest; null: none is due. */
  claim(owner: string, leaseMs: number): Promise<Job | null>;
  /**
   * Releases a job unfinished, to be taken up again after a while. Nothing happens where the lease was lost.
   *
   * @param trouble why it cannot go on now, in words for a person; null: nothing is wrong
   */
  release(job: Job, afterMs?: number, trouble?: string | null): Promise<void>;
};
