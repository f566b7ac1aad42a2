import type { Uuid } from "#lib/ids";

import type { LeasedJobs } from "../leased-jobs.ts";
import type { Job, JobState } from "./job.ts";
import type { AbandonedJob, JobEnd, JobStep, JobTurn } from "./job-kind.ts";

export type NewJob = {
  readonly id: Uuid;
  readonly kind: string;
  readonly params: unknown;
  readonly total: number | null;
  readonly createdBy: string;
};

export type NewUndo = NewJob & { readonly undoes: Uuid };

export type JobFilter = {
  /** Only these kinds. */
  readonly kinds: readonly string[];
  /** null: of everyone. */
  readonly createdBy: string | null;
  readonly state: JobState | null;
};

/** A job that this worker has leased. `claims`: how often it was claimed since a step last committed. */
export type LeasedJob = { readonly id: Uuid; readonly kind: string; readonly token: number; readonly claims: number };

/** Cleans up after a job that ends early, as in `JobKind`. */
export type Abandon = (job: AbandonedJob) => Promise<JobEnd | undefined>;

export type JobStore = LeasedJobs<LeasedJob> & {
  /** Joins the surrounding transaction: a job exists exactly if what it refers to does. */
  create(job: NewJob): Promise<Job>;
  /** The same for a job that takes another one back; null: there is one that does. */
  createUndo(job: NewUndo): Promise<Job | null>;
  find(id: Uuid): Promise<Job | null>;
  /** Newest first, those before `before`. */
  list(filter: JobFilter, before: Uuid | null, limit: number): Promise<readonly Job[]>;
  /**
   * Does the next step and prolongs the lease, in a transaction of its own.
   *
   * @returns false: the job has ended, or the lease was lost
   */
  step(job: LeasedJob, leaseMs: number, work: (turn: JobTurn) => Promise<JobStep>): Promise<boolean>;
  /**
   * Leaves a job to a node of a newer release, which alone knows its kind: the claim does not count as a failed one.
   */
  leave(job: LeasedJob, afterMs: number): Promise<void>;
  /** Ends a job that this worker has leased; `abandon` runs in the same transaction. */
  fail(job: LeasedJob, error: string, abandon: Abandon): Promise<void>;
  /**
   * Ends a job that has not ended; its worker loses the lease, and what it committed stays. `abandon` runs in the same
   * transaction.
   *
   * @returns false: it had ended before
   */
  cancel(id: Uuid, abandon: Abandon): Promise<boolean>;
};
