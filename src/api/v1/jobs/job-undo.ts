import { jobPath, jobView } from "#contract/jobs";
import { undoJob, UNDO_HOURS, type UndoDeps } from "#domain/jobs/undo";
import { withoutPrefix } from "#lib/ids";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { evidenceOf } from "../../consent-evidence.ts";
import { jobCreated } from "./job-view.ts";

/** `POST /jobs/{id}/undo`. */
export function jobUndoEndpoint(ports: UndoDeps & { readonly base: string }): Endpoint {
  return endpoint({
    operationId: "undoJob",
    method: "POST",
    path: "/jobs/{id}/undo",
    access: "user",
    tag: "Jobs",
    summary: "Take back a job",
    description: `Starts a job that takes back exactly what an ended job changed, for ${UNDO_HOURS} hours after its end: \`undoable_until\` says whether that is possible. After \`add_to_group\`, everyone it made a member leaves the group again, with consents and events as for a removal, and can be added again, except people whose membership was changed since or who requested it themselves. A repeated call returns the same job.`,
    input: jobPath,
    data: jobView,
    status: 201,
    errors: ["not_found", "forbidden", "not_in_this_state", "conflict"],
    async handle({ id }, { caller, ip }) {
      const evidence = evidenceOf({ caller, ip });
      const { job, already } = await undoJob(ports, withoutPrefix("job", id), { caller, evidence });
      const reply = jobCreated(job, ports.base);
      return already ? { ...reply, message: "Another call has taken it back already." } : reply;
    },
  });
}
