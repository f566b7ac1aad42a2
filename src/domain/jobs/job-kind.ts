import type { Uuid } from "#lib/ids";

import type { Capability } from "../access/capability.ts";
import type { Evidence } from "../consent/consent-record.ts";
import type { Job, JobProgress, JobResult } from "./job.ts";

/** A job at the beginning of a step. */
export type JobTurn<Params = unknown, Position = unknown> = {
  readonly id: Uuid;
  readonly params: Params;
  /** Where the step before ended; null: this is the first. */
  readonly position: Position | null;
  readonly progress: JobProgress;
  readonly result: JobResult | null;
  /** Principal of the caller who started it. */
  readonly createdBy: string;
  /** How often this step was begun without being committed: it may be too much for a statement of a slow database. */
  readonly failures: number;
};

export type AbandonedJob<Params = unknown> = Pick<JobTurn<Params>, "id" | "params" | "progress" | "result">;

/** How much a step does: half of it after each failure, so that a step that takes too long does not do so forever. */
export const portionOf = (most: number, { failures }: Pick<JobTurn, "failures">): number =>
  Math.max(1, Math.floor(most / 2 ** failures));

/** What a step leaves. `position` absent: the job is completed. `result` absent: as before. */
export type JobStep<Position = unknown> = {
  readonly position?: Position;
  readonly progress: JobProgress;
  readonly result?: JobResult;
};

/** What a job has done that its last step did not store. */
export type JobEnd = Pick<JobStep, "progress" | "result">;

/** One kind of job. Params and positions are JSON, are never shown, and contain no phone number. */
export type JobKind<Params = unknown, Position = unknown> = {
  readonly name: string;
  /** Which capability lets a caller see and cancel their jobs of this kind. */
  readonly capability: Capability;
  /**
   * A bounded piece of work, a second at most, in one transaction with the position it leaves: after `kill -9` the next
   * worker continues exactly there. People are locked in the order of their numbers.
   *
   * @throws DomainError if the job cannot be continued: it fails with this sentence
   */
  step(turn: JobTurn<Params, Position>): Promise<JobStep<Position>>;
  /** How a job of this kind is taken back after its end, exactly; absent: it cannot be. */
  readonly undo?: {
    /** The kind of the job that does it. */
    readonly kind: string;
    /** Whether this one did something that can be taken back. */
    of(job: Pick<Job, "result">): boolean;
    params(job: Pick<Job, "id" | "result">, by: Evidence): unknown;
  };
  /**
   * Removes what a job leaves behind that is canceled or fails, in the transaction that ends it. undefined: its last step
   * has stored what it did.
   */
  abandon?(job: AbandonedJob<Params>): Promise<JobEnd | undefined>;
};

/** Declares a kind; the function only infers the types. */
export function jobKind<Params, Position>(kind: JobKind<Params, Position>): JobKind {
  return kind as unknown as JobKind;
}
