import type { Db } from "../../database.ts";

// An earlier release that resumes one leaves the reason.
const OWNERLESS = "select count(*)::int as count from schedules where pause_reason is not null and state = 'paused'";

/** Number of schedules that the service paused because of their owners. */
export async function ownerlessSchedules(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>("schedules paused of owners", OWNERLESS, []);
  return row!.count;
}
