import type { Job } from "#domain/jobs/job";
import type { JobKind } from "#domain/jobs/job-kind";
import { undoableUntil } from "#domain/jobs/undo";
import { withPrefix } from "#lib/ids";
import { isoTime } from "#lib/iso-time";
import { wireNames } from "#lib/wire-names";

import type { Reply } from "../../endpoint.ts";

/** @param kinds determine whether it can be undone */
export function shownJob(job: Job, kinds: readonly JobKind[]) {
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
    undoable_until: isoTime(undoableUntil(kinds, job)),
    undone_by: job.undoneBy && withPrefix("job", job.undoneBy),
    undoes: job.undoes && withPrefix("job", job.undoes),
  };
}

/** The response of a call that created a job. @param base prefix of the paths in `Location` */
export function jobCreated(job: Job, base: string): Reply {
  return {
    status: 201,
    message: "The job was created.",
    // Nothing of a job that has not ended can be taken back, and nothing of one that takes another back.
    data: shownJob(job, []),
    headers: { Location: `${base}/jobs/${withPrefix("job", job.id)}` },
  };
}
