import { setTimeout } from "node:timers/promises";

import type { FanOutJob } from "#domain/messages/fan-out-store";
import { categoryOfPriority } from "#domain/messages/message";
import { second } from "#lib/time";

import { LEAVE_LOCK } from "../../advisory-locks.ts";
import type { Db } from "../../database.ts";
import { holdersOf } from "../../lock-holders.ts";

const POLL_MS = 20;
/** A third of a fan-out's lease. */
const WAIT_MS = 10 * second;

/**
 * To be called by a transaction that ends memberships, before it looks for fan-outs: those that begin later wait for
 * it.
 */
export async function beginLeaving(db: Db): Promise<void> {
  await db.query("leaving", "select pg_advisory_xact_lock_shared($1)", [LEAVE_LOCK]);
}

/**
 * Resolves when every transaction that is ending memberships now has ended. Such a transaction does not see this new
 * fan-out, so the fan-out must not read its people as members. One that begins later sees the fan-out and is not waited
 * for. Leaving a group only ends marketing to it, so no other message waits: an alert must not be late because a bulk
 * action removes people.
 *
 * @throws Error if it takes more than {@link WAIT_MS}
 */
export async function waitForLeavers(db: Db, { priority }: Pick<FanOutJob, "priority">): Promise<void> {
  if (categoryOfPriority(priority) !== "marketing") return;
  const leaving = new Set(await holdersOf(db, LEAVE_LOCK));
  for (let waited = 0; leaving.size > 0; waited += POLL_MS) {
    if (waited >= WAIT_MS) throw new Error(`People have been leaving groups for more than ${WAIT_MS} ms.`);
    await setTimeout(POLL_MS);
    const holders = new Set(await holdersOf(db, LEAVE_LOCK));
    for (const transaction of leaving) if (!holders.has(transaction)) leaving.delete(transaction);
  }
}
