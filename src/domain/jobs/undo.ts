import { hour, type Clock } from "#lib/time";
import type { Uuid } from "#lib/ids";

import type { Caller } from "../access/capability.ts";
import type { Evidence } from "../consent/consent-record.ts";
import { DomainError } from "../error.ts";
import type { Job } from "./job.ts";
import type { JobKind } from "./job-kind.ts";
import { findJob, type JobDeps } from "./jobs.ts";

/** From the end of the job on. */
export const UNDO_HOURS = 24;

export type UndoDeps = JobDeps & {
  readonly newId: () => Uuid;
  /** Database time. */
  readonly clock: Clock;
};

/**
 * Until when an ended job can be taken back; this time may have passed. null: the job cannot be taken back, or already
 * was.
 */
export function undoableUntil(kinds: readonly JobKind[], job: Job): number | null {
  const isUndoable = kinds.find(({ name }) => name === job.kind)?.undo?.of(job) ?? false;
  return isUndoable && job.undoneBy === null && job.finishedAt !== null ? job.finishedAt + UNDO_HOURS * hour : null;
}

/**
 * Starts a job that takes back exactly what another one changed. Of two calls, the second gets the job of the first.
 *
 * @throws DomainError not_found; forbidden; not_in_this_state: it has not ended, or cannot be taken back
 */
export async function undoJob(
  ports: UndoDeps,
  id: Uuid | null,
  { caller, evidence }: { readonly caller: Caller; readonly evidence: Evidence },
): Promise<{ readonly job: Job; readonly already: boolean }> {
  const job = await findJob(ports, id, caller);
  const kind = ports.jobKinds.find(({ name }) => name === job.kind)!;
  // Callers who see every job may stop it, but they may change people only with the capability for that.
  if (!caller.capabilities.has(kind.capability)) {
    throw new DomainError("forbidden", `Taking this job back needs ${kind.capability}.`);
  }
  if (job.undoneBy !== null) return { job: (await ports.jobs.find(job.undoneBy))!, already: true };
  requireUndoable(job, undoableUntil(ports.jobKinds, job), ports.clock.now());
  const made = await ports.jobs.createUndo({
    id: ports.newId(),
    kind: kind.undo!.kind,
    params: kind.undo!.params(job, evidence),
    total: null,
    createdBy: caller.principal,
    undoes: job.id,
  });
  if (made) return { job: made, already: false };
  const { undoneBy } = await findJob(ports, id, caller);
  // It was canceled or failed in this moment.
  if (undoneBy === null) throw new DomainError("conflict", "Another call is taking this job back: try again.");
  return { job: (await ports.jobs.find(undoneBy))!, already: true };
}

function requireUndoable({ state }: Job, until: number | null, now: number): void {
  const refuse = (why: string): DomainError => new DomainError("not_in_this_state", why, [], { state });
  if (state === "queued" || state === "running") {
    throw refuse("The job has not ended: cancel it first, then what it has done can be taken back.");
  }
  if (until === null) throw refuse("What this job did cannot be taken back, or it changed nothing.");
  if (now >= until) throw refuse(`A job can be taken back for ${UNDO_HOURS} hours after its end.`);
}
