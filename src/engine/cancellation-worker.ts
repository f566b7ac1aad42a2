import type { Cancellation, CancellationStore } from "#domain/messages/cancellation-store";
import type { Log } from "#lib/log";
import { second, type Clock } from "#lib/time";

import { workerLoop, type WorkerLoop } from "./worker-loop.ts";

/** 20-40 ms of one session; other statements of the node come between. */
const BATCH = 2_000;
const LEASE_MS = 30 * second;
const POLL_MS = second;
const SWEEP_MS = 10 * second;

export type CancellationWorkerOptions = {
  readonly store: CancellationStore;
  readonly owner: string;
  /** Database time. */
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  /** How often it looks for messages whose time is over. */
  readonly sweepMs?: number;
};

/**
 * Takes the unsent texts of canceled and expired messages out of the queue, batch by batch: each commits with its
 * place, so that a restart, or another node, goes on where the last one ended.
 */
export function cancellationWorker(options: CancellationWorkerOptions): WorkerLoop {
  const { store, clock, sweepMs = SWEEP_MS } = options;
  let stopping = false;
  let swept = -Infinity;
  const own = workerLoop({
    name: "cancellations",
    log: options.log,
    random: options.random,
    async step() {
      const job = await store.claim(options.owner, LEASE_MS);
      if (job) {
        await cancelDeliveries(job);
        return 0;
      }
      // The clock may be set back: then it is swept early rather than late.
      if (Math.abs(clock.now() - swept) < sweepMs) return Math.min(POLL_MS, sweepMs);
      if (!(await store.sweep())) swept = clock.now();
      return 0;
    },
  });

  async function cancelDeliveries(job: Cancellation): Promise<void> {
    try {
      for (;;) {
        if (stopping) return await store.release(job);
        const more = await store.step(job, BATCH, LEASE_MS);
        if (more === null) return;
        if (!more) return await store.end(job);
      }
    } catch (error) {
      await store.release(job).catch(() => undefined);
      throw error;
    }
  }

  return {
    ...own,
    async stop() {
      stopping = true;
      await own.stop();
    },
  };
}
