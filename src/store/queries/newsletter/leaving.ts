import { setTimeout } from "node:timers/promises";

import { second } from "#lib/time";

import { LEAVE_LOCK } from "../../advisory-locks.ts";
import type { Db } from "../../database.ts";
import { holdersOf } from "../../lock-holders.ts";

const LOOK_AGAIN_MS = 20;
/** A third of a fan-out's lease. */
const WAIT_MS = 10 * second;

/** To be called by a transaction that ends memberships, before it looks for fan-outs: those that begin later wait for it. */
export async function beginLeaving(db: Db): Promise<void> {
  await db.query("leaving", "select pg_advisory_xact_lock_shared($1)", [LEAVE_LOCK]);
}

/**
 * Resolves when everybody who is leaving now has left. They did not see a fan-out that is as new as this, and it must not
 * read them as members. Whoever begins to leave later sees it, and is not waited for.
 *
 * @throws Error if it takes more than {@link WAIT_MS}
 */
export async function untilTheyHaveLeft(db: Db): Promise<void> {
  const leaving = new Set(await holdersOf(db, LEAVE_LOCK));
  for (let waited = 0; leaving.size > 0; waited += LOOK_AGAIN_MS) {
    if (waited >= WAIT_MS) throw new Error(`People have been leaving groups for more than ${WAIT_MS} ms.`);
    await setTimeout(LOOK_AGAIN_MS);
    const holders = new Set(await holdersOf(db, LEAVE_LOCK));
    for (const transaction of leaving) if (!holders.has(transaction)) leaving.delete(transaction);
  }
}
