import type { FanOutJob } from "#domain/messages/fan-out-store";

import type { Db } from "../../database.ts";
import { FANOUTS, heldRow } from "../../leases.ts";

export const placeOf = ({ progress }: FanOutJob): readonly [number, string | null] => [
  progress.source,
  progress.cursor,
];

/** Pages are not flushed: what a crash lost must be read again before the fan-out can end. */
const END = `
delete from fanouts where ${heldRow(FANOUTS)}
  and coalesce((progress ->> 'source')::integer, 0) = $3 and progress ->> 'cursor' is not distinct from $4
returning message_id`;

/**
 * Locks a fan-out against everything but pages of its own, inside a transaction. @returns false if the lease was lost
 */
export async function lockHeld(db: Db, { messageId, token }: FanOutJob): Promise<boolean> {
  return (await db.query("lock fan-out to end", LOCK, [messageId, token])).length > 0;
}

const LOCK = `select 1 from fanouts where ${heldRow(FANOUTS)} for update`;

/** Ends a fan-out, inside a transaction. @returns false if the lease was lost, or the progress is not the job's */
export async function endHeld(db: Db, job: FanOutJob): Promise<boolean> {
  const held = await db.query("end fan-out", END, [job.messageId, job.token, ...placeOf(job)]);
  return held.length > 0;
}
