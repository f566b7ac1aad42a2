import { codeOf } from "#lib/error-text";

import type { Db } from "./database.ts";

/**
 * Reads with a time limit; null if it took longer. A surrounding transaction continues: the read runs in a savepoint,
 * which is rolled back in either case and so restores the previous limit.
 */
export function within<T>(db: Db, ms: number, read: () => Promise<T>): Promise<T | null> {
  return db.transaction(async () => {
    await db.unnamed("savepoint bounded", []);
    try {
      await db.query("limit of a read", "select set_config('statement_timeout', $1, true)", [String(ms)]);
      return await read();
    } catch (error) {
      if (codeOf(error) === "57014") return null;
      throw error;
    } finally {
      await db.unnamed("rollback to savepoint bounded", []);
    }
  });
}

/**
 * Writes in the surrounding transaction, unless it would have to wait longer than `ms` for a lock; then the transaction
 * continues without the write.
 *
 * @returns whether it was written
 */
export async function withoutWaiting(db: Db, ms: number, write: () => Promise<unknown>): Promise<boolean> {
  await db.unnamed("savepoint prompt", []);
  try {
    const [was] = await db.query<{ before: string }>("lock timeout of a write", LOCK_TIMEOUT, [String(ms)]);
    await write();
    await db.query("lock timeout as before", "select set_config('lock_timeout', $1, true)", [was!.before]);
    return true;
  } catch (error) {
    if (codeOf(error) !== "55P03") throw error;
    await db.unnamed("rollback to savepoint prompt", []);
    return false;
  }
}

const LOCK_TIMEOUT = `
with was as materialized (select current_setting('lock_timeout') as before)
select before, set_config('lock_timeout', $1, true) from was`;
