import type { SealingStore } from "#domain/consent/consent-ledger";

import { LEASE_MS, leasedJobs, oneByOne } from "./leased-jobs.ts";
import type { LoopDeps, WorkerLoop } from "./worker-loop.ts";

/**
 * Seals new records of the consent ledger. Each root is logged: an operator who keeps the log elsewhere can prove that
 * the ledger was not rewritten since.
 */
export function consentSealer({
  store,
  owner,
  ...tools
}: LoopDeps & { readonly store: SealingStore; readonly owner: string }): WorkerLoop {
  return leasedJobs({
    name: "consent ledger",
    ...tools,
    ...oneByOne(store, owner),
    async step(job) {
      const done = await store.step(job, LEASE_MS);
      if (done?.sealed) {
        const { number, records, root } = done.sealed;
        tools.log("info", "consent ledger sealed", { seal: number, records, root: root.toString("hex") });
      }
      return done === null ? "done" : job;
    },
    detail: () => ({}),
    retryMs: null,
  });
}
