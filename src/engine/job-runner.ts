import { DomainError } from "#domain/error";
import type { JobKind } from "#domain/jobs/job-kind";
import type { JobStore } from "#domain/jobs/job-store";
import { second } from "#lib/time";

import { LEASE_MS, leasedJobs, oneByOne } from "./leased-jobs.ts";
import type { LoopDeps, WorkerLoop } from "./worker-loop.ts";

const RETRY_MS = 5 * second;
/** Concurrent jobs on one node, so that a long job does not delay a short one. */
const AT_ONCE = 2;
/** Claims without one committed step, by any node: a step that always fails, or that ends its process each time. */
const MAX_CLAIMS = 20;

/** Runs the jobs that callers started, step by step. */
export function jobRunner({
  store,
  kinds,
  owner,
  ...tools
}: LoopDeps & { readonly store: JobStore; readonly kinds: readonly JobKind[]; readonly owner: string }): WorkerLoop {
  return leasedJobs({
    name: "jobs",
    ...tools,
    ...oneByOne(store, owner),
    async step(job) {
      const kind = kinds.find(({ name }) => name === job.kind);
      if (!kind) {
        await store.leave(job, RETRY_MS);
        return "done";
      }
      const fail = async (reason: string): Promise<"done"> => {
        await store.fail(job, reason, async (abandoned) => kind.abandon?.(abandoned));
        return "done";
      };
      if (job.claims > MAX_CLAIMS) return fail("The job was given up after its next step had failed many times.");
      try {
        return (await store.step(job, LEASE_MS, kind.step)) ? { ...job, claims: 0 } : "done";
      } catch (error) {
        if (error instanceof DomainError) return fail(error.message);
        throw error;
      }
    },
    detail: ({ id, kind }) => ({ job: id, kind }),
    retryMs: RETRY_MS,
    atOnce: AT_ONCE,
  });
}
