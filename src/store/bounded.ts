import type { Db } from "./database.ts";
import { codeOf } from "./pg-errors.ts";

/**
 * Reads with a time limit of its own; null: it took longer. A transaction around it goes on, which is why what has been
 * read is rolled back to where it began: that also takes back the limit.
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
