import { withPrefix } from "#lib/ids";

import { DomainError, nameTaken } from "../error.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import type { Filter } from "./filter.ts";
import type { Segment, SegmentChange, SegmentStore } from "./segment.ts";

export type SegmentDeps = { readonly segments: SegmentStore; readonly unitOfWork: UnitOfWork };

/** @throws DomainError conflict (the name is taken) */
export async function defineSegment(
  { segments, unitOfWork }: SegmentDeps,
  name: string,
  filter: Filter,
): Promise<Segment> {
  return unitOfWork.transaction(async () => {
    await segments.lock();
    if (await segments.isNamed(name, null)) throw nameTaken(name);
    return (await segments.find(await segments.create(name, filter)))!;
  });
}

/** @throws DomainError not_found, conflict */
export async function changeSegment(
  { segments, unitOfWork }: SegmentDeps,
  id: number,
  change: SegmentChange,
): Promise<Segment> {
  return unitOfWork.transaction(async () => {
    await segments.lock();
    if (!(await segments.find(id))) throw noSegment(id);
    if (change.name !== undefined && (await segments.isNamed(change.name, id))) throw nameTaken(change.name);
    await segments.update(id, change);
    return (await segments.find(id))!;
  });
}

/** Deletes a segment that no message is going to be sent to. @throws DomainError not_found, conflict */
export async function removeSegment({ segments, unitOfWork }: SegmentDeps, id: number): Promise<void> {
  await unitOfWork.transaction(async () => {
    // Before the row, as a change does: each would wait for what the other has locked.
    await segments.lock();
    if (!(await segments.lockOne(id))) throw noSegment(id);
    const { schedules, messages } = await segments.usedBy(id);
    if (schedules.length > 0 || messages.length > 0) {
      throw new DomainError(
        "conflict",
        schedules.length > 0
          ? "Schedules send to this segment. Cancel or delete them first."
          : "A message is being sent to this segment. Try again when its recipients are resolved.",
        [],
        {
          schedules: schedules.map((one) => withPrefix("sch", one)),
          messages: messages.map((one) => withPrefix("msg", one)),
        },
      );
    }
    await segments.remove(id);
  });
}

export function noSegment(id: number): DomainError {
  return new DomainError("not_found", `There is no segment ${id}.`);
}
