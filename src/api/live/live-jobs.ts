import type { Job } from "#domain/jobs/job";
import type { JobKind } from "#domain/jobs/job-kind";
import type { JobStore } from "#domain/jobs/job-store";

import { eventOf } from "./event-stream.ts";
import { shownJob } from "../v1/jobs/job-view.ts";

export type LiveJobs = {
  /** The newest jobs; if nothing changed, the result of the previous call. */
  next(changed: boolean): Promise<readonly LiveJob[]>;
};

/** `isNew`: it differs from the last call. */
export type LiveJob = { readonly job: Job; readonly event: string; readonly isNew: boolean };

/** The newest jobs that are watched. */
const MOST = 50;

/** Reads jobs only after something about them has changed. */
export function liveJobs(store: Pick<JobStore, "list">, kinds: readonly JobKind[]): LiveJobs {
  const names = kinds.map(({ name }) => name);
  let last: readonly LiveJob[] | null = null;
  return {
    async next(changed) {
      if (last !== null && !changed) return (last = last.map((one) => ({ ...one, isNew: false })));
      const before = new Map((last ?? []).map(({ job, event }) => [job.id, event]));
      const jobs = await store.list({ kinds: names, createdBy: null, state: null }, null, MOST);
      last = jobs.map((job) => {
        const event = eventOf("job", shownJob(job, kinds));
        return { job, event, isNew: before.get(job.id) !== event };
      });
      return last;
    },
  };
}
