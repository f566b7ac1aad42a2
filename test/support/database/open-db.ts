import type { Connection } from "#store/connection";
import { openDatabase, type Db } from "#store/database";

/**
 * The handle of a database that a node has, with the database's clock known. Imports nothing of vitest, so that child
 * processes can use it.
 */
export async function openDb(
  connection: Connection,
  options: { readonly max: number; readonly statementMs?: number; readonly clockAheadMs?: number },
): Promise<Db> {
  const { max, statementMs = 20_000, clockAheadMs = 0 } = options;
  const monotonic = (): number => performance.timeOrigin + performance.now() + clockAheadMs;
  const db = openDatabase(connection, { max, statementMs, monotonic, onError: () => undefined });
  await db.syncClock();
  return db;
}
