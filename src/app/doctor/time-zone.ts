import type { Db } from "#store/database";
import { knowsZone } from "#store/queries/stats/known-zone";

import { warning, type CheckResult } from "./check-result.ts";

/** Whether the database can divide the statistics into days of the site's time zone. */
export async function checkZone(db: Pick<Db, "query">, zone: string): Promise<readonly CheckResult[]> {
  if (await knowsZone(db, zone)) return [];
  const text = `The database does not know the time zone ${zone} of TIDINGS_TIMEZONE, so the statistics stand still. Set the zone's present name, such as America/New_York for US/Eastern; nothing that was counted is lost.`;
  return [warning("database", text)];
}
