import type { CancellationStore } from "#domain/messages/cancellation-store";
import { second, type Clock } from "#lib/time";

import { LEASE_MS, leasedJobs, oneByOne } from "./leased-jobs.ts";
import type { LoopDeps, WorkerLoop } from "./worker-loop.ts";

/** 20-40 ms in one session; the node's other statements run in between. */
const BATCH = 2_000;
const SWEEP_MS = 10 * second;

export type CancellationWorkerDeps = LoopDeps & {
  readonly store: CancellationStore;
  readonly owner: string;
  /** Database time. */
  readonly clock: Clock;
  /** How often to look for expired messages. */
  readonly sweepMs?: number;
};

/** Removes unsent deliveries of canceled and expired messages from the queue, in batches. */
export function cancellationWorker(options: CancellationWorkerDeps): WorkerLoop {
  const { store, owner, clock, sweepMs = SWEEP_MS, log, random } = options;
  let swept = -Infinity;
  return leasedJobs({
    name: "cancellations",
    log,
    random,
    ...oneByOne(store, owner),
    async step(job) {
      const more = await store.step(job, BATCH, LEASE_MS);
      if (more) return job;
      if (more === false) await store.end(job);
      return "done";
    },
    detail: ({ messageId }) => ({ message: messageId }),
    retryMs: 0,
    async idle() {
      // If the clock was set back, the sweep runs early rather than late.
      const since = Math.abs(clock.now() - swept);
      if (since < sweepMs) return sweepMs - since;
      if (!(await store.sweep())) swept = clock.now();
      return 0;
    },
  });
}
