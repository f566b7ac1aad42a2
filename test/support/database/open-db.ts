import type { Connection } from "#store/connection";
import { openDatabase, type Db } from "#store/database";

/**
 * Our handle of a database as a node has it, with its clock known. For child processes, too: nothing of vitest is here.
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
