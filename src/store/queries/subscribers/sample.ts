import type { Filter } from "#domain/subscribers/filter";

import type { Db } from "../../database.ts";

/** Subscribers in a sample, by whole pages of the table. 40,000 took 63 ms with a few conditions. */
const SAMPLE = 30_000;
/** With more conditions it is smaller, down to {@link LEAST}. */
const CONDITIONS = 8;
const LEAST = 2_000;

export const sizeOfSubscribers = (db: Db): Promise<number> => sizeOf(db, "subscribers");

/** Rows of a table, as the server estimates them; 0 if it has not counted yet. */
export async function sizeOf(db: Db, table: "subscribers" | "contacts"): Promise<number> {
  const [row] = await db.query<{ rows: number }>("size of table", SIZE, [table]);
  return row!.rows;
}

const SIZE = "select greatest(reltuples, 0)::float8 as rows from pg_class where oid = $1::regclass";

/** The percentage of a sample in which these filters are evaluated. */
export function samplePercent(subscribers: number, filters: readonly Filter[]): number {
  const conditions = filters.reduce((sum, { all, any }) => sum + all.length + any.length, 0);
  const rows = Math.max(LEAST, SAMPLE / Math.max(1, conditions / CONDITIONS));
  return Math.min(100, (100 * rows) / Math.max(1, subscribers));
}

/** Subscribers for each one in the sample. */
export const sampleScale = (subscribers: number, scanned: number): number =>
  Math.max(1, subscribers / Math.max(1, scanned));
