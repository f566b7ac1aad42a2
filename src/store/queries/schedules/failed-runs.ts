import { uuidFloor } from "#lib/ids";
import { day } from "#lib/time";

import type { Db } from "../../database.ts";

/** By the index of stopped messages. A run without any recipient left is not a failure. */
const FAILED = `
select count(*)::int as runs from messages
where state in ('canceled', 'failed') and id >= $1::uuid and state = 'failed' and schedule_id is not null
  and reason is distinct from 'no_recipients'`;

/** Runs of schedules whose message failed, of the last day. */
export async function failedRuns(db: Db): Promise<number> {
  const [row] = await db.query<{ runs: number }>("failed runs", FAILED, [uuidFloor(db.now() - day)]);
  return row!.runs;
}
