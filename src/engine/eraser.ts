import type { ErasureJob, ErasureStore } from "#domain/privacy/erasure-store";
import { errorWords } from "#lib/error-words";
import type { Log } from "#lib/log";
import { second } from "#lib/time";

import { workerLoop, type WorkerLoop } from "./worker-loop.ts";

const LEASE_MS = 30 * second;
const POLL_MS = 5 * second;

export type EraserOptions = {
  readonly store: ErasureStore;
  readonly owner: string;
  readonly random: () => number;
  readonly log: Log;
};

/**
 * Erases people from the log and its traces, piece by piece: each commits with its place, so that a restart, or another
 * node, goes on where the last one ended.
 */
export function eraser(options: EraserOptions): WorkerLoop {
  const { store } = options;
  let stopping = false;
  const own = workerLoop({
    name: "erasures",
    log: options.log,
    random: options.random,
    async step() {
      const job = await store.claim(options.owner, LEASE_MS);
      if (!job) return POLL_MS;
      await erase(job);
      return 0;
    },
  });

  async function erase(job: ErasureJob): Promise<void> {
    try {
      while (!stopping) if ((await store.step(job, LEASE_MS)) === null) return;
      await store.release(job);
    } catch (error) {
      // Left with its lease, so that one that always fails holds up no other: it comes again when that is over.
      options.log("warn", "an erasure was broken off", { erasure: job.id, error: errorWords(error) });
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
