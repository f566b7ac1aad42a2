import type { Job } from "#domain/jobs/job";
import type { JobKind } from "#domain/jobs/job-kind";
import type { JobStore } from "#domain/jobs/job-store";

import { eventOf } from "./event-stream.ts";
import { shownJob } from "./v1/jobs/job-view.ts";

export type LiveJobs = {
  /** Jobs that look different from the last call; the first call returns those that have not ended. */
  next(changed: boolean): Promise<readonly { readonly job: Job; readonly event: string }[]>;
};

/** The newest jobs that are watched. */
const MOST = 50;

/** Reads jobs only after something about them has changed. */
export function liveJobs(store: Pick<JobStore, "list">, kinds: readonly JobKind[]): LiveJobs {
  const names = kinds.map(({ name }) => name);
  let shown: ReadonlyMap<string, string> | null = null;
  return {
    async next(changed) {
      if (shown !== null && !changed) return [];
      const jobs = await store.list({ kinds: names, createdBy: null, state: null }, null, MOST);
      const events = jobs.map((job) => ({ job, event: eventOf("job", shownJob(job)) }));
      const before = shown;
      shown = new Map(events.map(({ job, event }) => [job.id, event]));
      return events.filter(({ job, event }) =>
        before === null ? job.finishedAt === null : before.get(job.id) !== event,
      );
    },
  };
}
