import type { MessageState } from "#domain/messages/message";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";

export type LockedMessage = {
  readonly state: MessageState;
  readonly ratePerMinute: number | null;
  /** Its audience is still being read. */
  readonly resolving: boolean;
  /** The reason for its end is already recorded. */
  readonly reasoned: boolean;
};

/**
 * Locks a message with its place in the queue, inside a transaction: fan-out row, message, chunks. All code locks them
 * in that order, and code that adds a chunk locks the message first. This waits for a mark that has locked one of the
 * chunks, and the next mark waits for this.
 */
export async function lockMessage(db: Db, id: Uuid): Promise<LockedMessage | null> {
  const fanOut = await db.query("lock fan-out", "select message_id from fanouts where message_id = $1 for update", [
    id,
  ]);
  const [row] = await db.query<{ state: MessageState; rate_per_minute: number | null; reasoned: boolean }>(
    "lock message",
    "select state, rate_per_minute, reason is not null as reasoned from messages where id = $1 for update",
    [id],
  );
  await db.query("lock chunks", "select id from chunks where message_id = $1 order by id for update", [id]);
  if (!row) return null;
  const { state, rate_per_minute: ratePerMinute, reasoned } = row;
  return { state, ratePerMinute, reasoned, resolving: fanOut.length > 0 };
}

/** Locks messages alone, before anything of theirs: all code locks several in the order of their ids. */
export async function lockMessages(db: Db, ids: readonly Uuid[]): Promise<void> {
  await db.query("lock messages", "select id from messages where id = any($1) order by id for update", [ids]);
}

/**
 * Locks messages before chunks of theirs are replaced, in the order in which a pause locks them: none is paused until
 * the new chunks are committed.
 */
export async function keepUnpaused(db: Db, ids: readonly Uuid[]): Promise<void> {
  if (ids.length === 0) return;
  await db.query("keep unpaused", "select id from messages where id = any($1) order by id for share", [
    [...new Set(ids)],
  ]);
}

/** Removes a message's chunks from the claim index. */
export async function closeChunks(db: Db, id: Uuid): Promise<void> {
  await db.query("close chunks", "update chunks set claimable = false where message_id = $1 and claimable", [id]);
}

/** Returns them to it, except those that wait for their turn at the message's own rate. */
export async function openChunks(db: Db, id: Uuid): Promise<void> {
  await db.query(
    "open chunks",
    "update chunks set claimable = true where message_id = $1 and not claimable and not throttled",
    [id],
  );
}
