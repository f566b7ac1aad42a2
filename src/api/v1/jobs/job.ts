import { jobPath, jobView } from "#contract/jobs";
import { cancelJob, findJob, type JobDeps } from "#domain/jobs/jobs";
import { withoutPrefix } from "#lib/ids";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { shownJob } from "./job-view.ts";

const common = { access: "user", tag: "Jobs", input: jobPath, data: jobView } as const;

/** `GET /jobs/{id}`, `POST /jobs/{id}/cancel`. */
export function jobEndpoints(ports: JobDeps): Endpoint[] {
  return [
    endpoint({
      ...common,
      operationId: "getJob",
      method: "GET",
      path: "/jobs/{id}",
      summary: "Show the progress of a job",
      errors: ["not_found"],
      async handle({ id }, { caller }) {
        const job = await findJob(ports, withoutPrefix("job", id), caller);
        return { message: `The job is ${job.state}.`, data: shownJob(job, ports.jobKinds) };
      },
    }),
    endpoint({
      ...common,
      operationId: "cancelJob",
      method: "POST",
      path: "/jobs/{id}/cancel",
      summary: "Cancel a job",
      description: "Ends the job after the step that is running. What it has done so far stays done.",
      errors: ["not_found", "not_in_this_state"],
      async handle({ id }, { caller }) {
        const job = await cancelJob(ports, withoutPrefix("job", id), caller);
        return { message: "The job is canceled.", data: shownJob(job, ports.jobKinds) };
      },
    }),
  ];
}
