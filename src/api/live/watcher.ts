import type { Caller } from "#domain/access/capability";
import type { Job } from "#domain/jobs/job";
import type { JobFilter } from "#domain/jobs/job-store";
import type { Topic } from "#domain/live/topics";

import { eventOf, type EventStream } from "./event-stream.ts";
import type { LiveJob } from "./live-jobs.ts";
import type { LiveMessage } from "./live-messages.ts";

/** Events that a reader may leave unread; beyond that, it gets `reset` and reads everything again. */
const MAX_WAITING = 200;

/** An open stream, and what its reader wants and may see. */
export type Watcher = Pick<EventStream, "show" | "waiting" | "clear" | "end"> & {
  readonly caller: Caller;
  readonly topics: ReadonlySet<Topic>;
  readonly jobs: JobFilter;
  readonly since: number;
  /** Whether no state has been read for this watcher yet. */
  isFirst: boolean;
};

/** The first time, everything that is running; after that, only what changed. */
export function showStates(
  watcher: Watcher,
  progress: readonly LiveMessage[],
  jobs: readonly LiveJob[],
  id: string,
): void {
  if (watcher.topics.has("messages")) {
    for (const one of progress) if (one.isNew || watcher.isFirst) watcher.show(one.id, one.event, id);
  }
  if (watcher.topics.has("jobs")) {
    for (const { job, event, isNew } of jobs) {
      const runs = watcher.isFirst && job.finishedAt === null;
      if ((isNew || runs) && isVisible(job, watcher.jobs)) watcher.show(job.id, event, id);
    }
  }
  watcher.isFirst = false;
  if (watcher.waiting() > MAX_WAITING) {
    watcher.clear();
    watcher.show("reset", eventOf("reset", { reason: "slow" }), id);
  }
}

const isVisible = (job: Job, { kinds, createdBy }: JobFilter): boolean =>
  kinds.includes(job.kind) && (createdBy ?? job.createdBy) === job.createdBy;
