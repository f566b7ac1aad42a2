import type { Queryable } from "./ledger.ts";

/** How many sessions of this database wait for a lock, in a statement that contains this text if one is given. */
export async function sessionsWaiting(db: Queryable, words = ""): Promise<number> {
  const { rowCount } = await db.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and wait_event_type = 'Lock' and strpos(query, $1) > 0`,
    [words],
  );
  return rowCount!;
}

/** Whether a session waits for a lock in a statement that contains this text. */
export const waitsFor = async (db: Queryable, words: string): Promise<boolean> =>
  (await sessionsWaiting(db, words)) > 0;

/** The same for the row of a subscriber. */
export const waitsForSubscriber = (db: Queryable): Promise<boolean> => waitsFor(db, "from subscribers");
