import { DomainError } from "#domain/error";
import type { LeasedJobs } from "#domain/leased-jobs";
import { backoff } from "#lib/backoff";
import { deadline } from "#lib/deadline";
import { errorText } from "#lib/error-text";
import { signal } from "#lib/signal";
import { second } from "#lib/time";

import {
  FIRST_PAUSE_MS,
  IDLE_MS,
  LONGEST_PAUSE_MS,
  workerLoop,
  type LoopDeps,
  type WorkerLoop,
} from "./worker-loop.ts";

/** A step ends long before this, and renews the lease. No longer: it bounds the effect of a clock that is set back. */
export const LEASE_MS = 30 * second;

/**
 * What a step leaves: the job as it continues; `done` if it has ended or has another due time; `release` if it was
 * interrupted, or the database no longer has it in the state that the step assumed.
 */
export type StepResult<Job> = Job | "done" | "release";

export type LeasedJobsOptions<Job> = LoopDeps & {
  readonly name: string;
  /** Leases at most this many jobs, beside those being worked on. */
  readonly claim: (limit: number, active: Iterable<Job>) => Promise<readonly Job[]>;
  readonly release: (job: Job, afterMs: number, trouble: string | null) => Promise<void>;
  /**
   * One bounded piece of work, after which the job may be stopped.
   *
   * @param interrupted the stop no longer waits
   * @param stopping a stop waits: the step may end early
   */
  readonly step: (job: Job, interrupted: AbortSignal, stopping: AbortSignal) => Promise<StepResult<Job>>;
  /** Identifies a job in the log. */
  readonly detail: (job: Job) => Readonly<Record<string, unknown>>;
  /** When a failed job is retried; null: when its lease ends. */
  readonly retryMs: number | null;
  /** Called if no job is due; returns milliseconds until it is to be called again. */
  readonly idle?: () => Promise<number>;
  /** Concurrent jobs; 1 by default. */
  readonly atOnce?: number;
  /** Milliseconds that a stop allows steps under way; unlimited by default. */
  readonly graceMs?: number;
};

/** Claims one job at a time from a store. */
export function oneByOne<Job extends { readonly token: number }>(
  store: LeasedJobs<Job>,
  owner: string,
): Pick<LeasedJobsOptions<Job>, "claim" | "release"> {
  return {
    async claim() {
      const job = await store.claim(owner, LEASE_MS);
      return job ? [job] : [];
    },
    release: (job, afterMs, trouble) => store.release(job, afterMs, trouble),
  };
}

/**
 * Claims jobs and runs them step by step: each step commits with its position and renews the lease, so that a restart,
 * or another node, continues where the last one ended. A stop releases what it interrupts; a failed job is released for
 * later, so that one that always fails blocks no other, and while jobs fail the loop claims with growing delays.
 */
export function leasedJobs<Job>(options: LeasedJobsOptions<Job>): WorkerLoop {
  const { name, log, random, atOnce = 1, retryMs } = options;
  /** Keyed by the job as it was claimed. */
  const active = new Map<Job, Promise<void>>();
  /** Failed jobs that could not be released either, as without a database, and why they failed. */
  const unreleased = new Map<Job, string | null>();
  const ended = signal();
  const interrupt = new AbortController();
  const stop = new AbortController();
  const stopping = stop.signal;
  let waiting = false;
  /** Consecutive. */
  let failures = 0;

  async function work(claimed: Job): Promise<void> {
    let job = claimed;
    try {
      while (!stopping.aborted) {
        const result = await options.step(job, interrupt.signal, stopping);
        failures = 0;
        if (result === "done") return;
        if (result === "release") break;
        job = result;
      }
      await options.release(job, 0, null);
    } catch (error) {
      failures += 1;
      log("warn", `${name}: a job will be retried`, { ...options.detail(job), error: errorText(error) });
      // Only messages meant for people: the job may be shown to the user who started it.
      const trouble = error instanceof DomainError ? error.message : null;
      unreleased.set(job, trouble);
      await releaseFailed().catch(() => undefined);
    }
  }

  /** Runs before anything is claimed: otherwise no node could claim these jobs until their leases end. */
  async function releaseFailed(): Promise<void> {
    for (const [job, trouble] of unreleased) {
      if (retryMs !== null) await options.release(job, retryMs, trouble);
      unreleased.delete(job);
    }
  }

  function begin(job: Job): void {
    const over = work(job).then(() => {
      active.delete(job);
      if (waiting) ended.notify();
      else loop.wake();
    });
    active.set(job, over);
  }

  async function whileFull(): Promise<void> {
    waiting = true;
    while (active.size >= atOnce && !stopping.aborted) await ended.wait(IDLE_MS);
    waiting = false;
  }

  const loop = workerLoop({
    name,
    log,
    random,
    async step() {
      await releaseFailed();
      const jobs = await options.claim(atOnce - active.size, active.keys());
      jobs.forEach(begin);
      await whileFull();
      if (jobs.length === 0) return options.idle ? options.idle() : IDLE_MS;
      return failures === 0 ? 0 : backoff(failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS, random());
    },
  });

  return {
    ...loop,
    async stop() {
      stop.abort();
      ended.notify();
      await loop.stop();
      const { graceMs } = options;
      const grace = graceMs === undefined ? null : deadline(graceMs, () => interrupt.abort());
      await Promise.all(active.values());
      grace?.end();
    },
  };
}
