import type { Db } from "../../database.ts";
import { COUNT_COLUMNS, LATENCY_COLUMNS } from "../stats/stat-columns.ts";

/** Rows of roll-ups that are zero once a removal was folded into them. */
export async function removeZeros(db: Db): Promise<void> {
  for (const table of ["stat_hours", "stat_days"]) {
    await db.query(`null zeros ${table}`, NULLS(table), []);
    await db.query(`remove zeros ${table}`, ZEROS(table), []);
  }
  await db.query("remove zeros of the outbox", OUTBOX, []);
  for (const table of ["message_splits", "message_totals", "message_departures"]) {
    await db.query(`remove orphans ${table}`, ORPHANS(table), []);
  }
}

/** Null is none. */
const NULLS = (table: string): string => `
update ${table} set ${LATENCY_COLUMNS.map((name) => `${name} = nullif(${name}, 0)`).join(", ")}
where 0 in (${LATENCY_COLUMNS.join(", ")})`;

const ZEROS = (table: string): string => `
delete from ${table} where ${COUNT_COLUMNS.map((name) => `${name} = 0`).join(" and ")}
  and coalesce(${LATENCY_COLUMNS.join(", ")}) is null`;

const OUTBOX = "delete from outbox_totals where total = 0 and success = 0 and failed = 0";

const ORPHANS = (table: string): string =>
  `delete from ${table} t where not exists (select from messages m where m.id = t.message_id)`;
