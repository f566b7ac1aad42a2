import type { Queryable } from "./ledger.ts";

/** Whether a session waits for the row of a subscriber. */
export async function waitsForSubscriber(db: Queryable): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and query like '%from subscribers%'`,
  );
  return rowCount! > 0;
}
