import type { Job } from "#domain/jobs/job";
import { withPrefix } from "#lib/ids";
import { wireNames } from "#lib/wire-names";

import type { Reply } from "../../endpoint.ts";
import { isoTime } from "../../iso-time.ts";

export function shownJob(job: Job) {
  return {
    id: withPrefix("job", job.id),
    kind: job.kind,
    state: job.state,
    progress: job.progress,
    result: job.result && wireNames(job.result),
    error: job.error,
    created_by: job.createdBy,
    created_at: isoTime(job.createdAt),
    started_at: isoTime(job.startedAt),
    finished_at: isoTime(job.finishedAt),
  };
}

/** The response of a call that created a job. @param base prefix of the paths in `Location` */
export function jobCreated(job: Job, base: string): Reply {
  return {
    status: 201,
    message: "The job was created.",
    data: shownJob(job),
    headers: { Location: `${base}/jobs/${withPrefix("job", job.id)}` },
  };
}
