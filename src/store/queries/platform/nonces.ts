import type { NonceStore } from "#domain/access/nonce-store";
import { groupCommit } from "#lib/group-commit";
import { minute } from "#lib/time";

import type { Db } from "../../database.ts";
import { deleteUnlocked } from "../delete-unlocked.ts";

/** A signature is valid for 60 s on either side of its time, so for two minutes at most. */
const KEPT_SECONDS = 180;
const PRUNE_EVERY_MS = minute;

/** In the order of the key: two nodes with the same nonces wait for each other in one direction. */
const TAKE = `
insert into used_nonces (nonce) select nonce from unnest($1::bytea[]) as given(nonce) order by nonce
on conflict do nothing returning nonce`;

// Another node may be pruning: each skips what the other has locked.
const PRUNE = deleteUnlocked("used_nonces", `where used_at < now() - interval '${KEPT_SECONDS} seconds'`);

/** Calls that arrive while a statement runs share the next one. */
export function nonceQueries(db: Db): NonceStore {
  let prunedAt = -Infinity;

  async function flush(nonces: readonly string[]): Promise<boolean[]> {
    await prune();
    const bytes = nonces.map((nonce) => Buffer.from(nonce));
    const rows = await db.query<{ nonce: Buffer }>("take nonces", TAKE, [bytes]);
    // Of two that arrived together the first one succeeds.
    const taken = new Set(rows.map((row) => row.nonce.toString()));
    return nonces.map((nonce) => taken.delete(nonce));
  }

  /** Called by the code that fills the table: if no site proxies calls, it is empty and never pruned. */
  async function prune(): Promise<void> {
    const now = db.now();
    if (now - prunedAt < PRUNE_EVERY_MS && now >= prunedAt) return;
    prunedAt = now;
    await db.query("prune nonces", PRUNE, []);
  }

  return { take: groupCommit<string, boolean>({ maxBatch: 500, maxInFlight: 1, flush }) };
}
