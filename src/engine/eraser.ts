import type { ErasureStore } from "#domain/privacy/erasure-store";

import { LEASE_MS, leasedJobs, oneByOne } from "./leased-jobs.ts";
import type { LoopDeps, WorkerLoop } from "./worker-loop.ts";

/** Erases people from the log and its traces, step by step. */
export function eraser({
  store,
  owner,
  ...tools
}: LoopDeps & { readonly store: ErasureStore; readonly owner: string }): WorkerLoop {
  return leasedJobs({
    name: "erasures",
    ...tools,
    ...oneByOne(store, owner),
    step: async (job) => ((await store.step(job, LEASE_MS)) === null ? "done" : job),
    detail: ({ id }) => ({ erasure: id }),
    retryMs: null,
  });
}
