import type { Uuid } from "#lib/ids";

export const jobStates = ["queued", "running", "completed", "failed", "canceled"] as const;
export type JobState = (typeof jobStates)[number];

/** How far a job is; `total` null: not known yet. */
export type JobProgress = { readonly done: number; readonly total: number | null };

/** Facts about what a job did, for the person who started it: counts and ids, never a number or a text. */
export type JobResult = Readonly<Record<string, unknown>>;

/** Long work that a caller started. Times in milliseconds since 1970. */
export type Job = {
  readonly id: Uuid;
  readonly kind: string;
  readonly state: JobState;
  readonly progress: JobProgress;
  /** null: nothing to report yet. While a job runs, only committed work is counted. */
  readonly result: JobResult | null;
  /** Why it failed, as a sentence for people. */
  readonly error: string | null;
  /** Principal of the caller. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** The job that this one takes back. */
  readonly undoes: Uuid | null;
  /** The job that takes this one back, unless it was canceled or failed. */
  readonly undoneBy: Uuid | null;
};
