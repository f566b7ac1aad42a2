import type { Uuid } from "#lib/ids";

import type { Caller } from "../access/capability.ts";
import { DomainError } from "../error.ts";
import type { Job, JobState } from "./job.ts";
import type { JobKind } from "./job-kind.ts";
import type { JobFilter, JobStore } from "./job-store.ts";

export type JobDeps = { readonly jobs: JobStore; readonly jobKinds: readonly JobKind[] };

/** The jobs that a caller may see: their own of the kinds they may start, or all of them with svc_setting. */
export function visibleJobs(
  { jobKinds }: Pick<JobDeps, "jobKinds">,
  { capabilities, principal }: Caller,
  wanted: { readonly kind: string | null; readonly state: JobState | null },
): JobFilter {
  const all = capabilities.has("svc_setting");
  const kinds = jobKinds
    .filter(({ name, capability }) => (wanted.kind ?? name) === name && (all || capabilities.has(capability)))
    .map(({ name }) => name);
  return { kinds, createdBy: all ? null : principal, state: wanted.state };
}

/** @throws DomainError not_found, also if the caller may not see it */
export async function findJob(ports: JobDeps, id: Uuid | null, caller: Caller): Promise<Job> {
  const job = id && (await ports.jobs.find(id));
  if (!job) throw noJob();
  const { kinds, createdBy } = visibleJobs(ports, caller, { kind: job.kind, state: null });
  if (kinds.length === 0 || (createdBy ?? job.createdBy) !== job.createdBy) throw noJob();
  return job;
}

/**
 * Ends a job. What it has done so far stays done. Canceling it again does nothing.
 *
 * @throws DomainError not_found; not_in_this_state: it completed or failed
 */
export async function cancelJob(ports: JobDeps, id: Uuid | null, caller: Caller): Promise<Job> {
  const job = await findJob(ports, id, caller);
  const kind = ports.jobKinds.find(({ name }) => name === job.kind)!;
  await ports.jobs.cancel(job.id, async (abandoned) => kind.abandon?.(abandoned));
  const after = await findJob(ports, id, caller);
  if (after.state === "canceled") return after;
  throw new DomainError("not_in_this_state", `This job has already ${after.state}.`, [], { state: after.state });
}

function noJob(): DomainError {
  return new DomainError("not_found", "This job does not exist.");
}
