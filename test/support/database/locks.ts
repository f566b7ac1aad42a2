import type { Queryable } from "./ledger.ts";

/** Whether a session waits for a lock in a statement that contains this text. */
export async function waitsFor(db: Queryable, words: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and wait_event_type = 'Lock' and strpos(query, $1) > 0`,
    [words],
  );
  return rowCount! > 0;
}

/** The same for the row of a subscriber. */
export const waitsForSubscriber = (db: Queryable): Promise<boolean> => waitsFor(db, "from subscribers");
