import type pg from "pg";

import { uuidFloor, uuidTime, type Uuid } from "#lib/ids";
import { PARTITION_LOCK } from "./advisory-locks.ts";

/** Updates of a delivery find room on its page. */
export const DELIVERIES_STORAGE = "with (fillfactor = 60)";
const MONTHS_AHEAD = 3;
const DAYS_AHEAD = 3;

type Partition = { readonly parent: string; readonly range: Range; readonly options: string };
type Range = { readonly table: string; readonly from: string; readonly to: string };

/** The month's partition that contains the deliveries of a message. Hot statements name it, never the parent. */
export function deliveriesTable(messageId: Uuid): string {
  return `deliveries_${monthOf(uuidTime(messageId))}`;
}

/** The partitions that calls and receipts need, now and at the start of the next month or day. */
export function partitionsAt(now: number): string[] {
  return [
    monthRange("deliveries", now, 0, uuidFloor).table,
    monthRange("events", now, 0, isoOf).table,
    monthRange("deliveries", now, 1, uuidFloor).table,
    monthRange("events", now, 1, isoOf).table,
    dayRange(now, 0).table,
    dayRange(now, 1).table,
  ];
}

/** Groups rows by partition; almost always there is only one. */
export function byPartition<Row>(rows: readonly Row[], idOf: (row: Row) => Uuid): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const table = deliveriesTable(idOf(row));
    const group = groups.get(table);
    if (group) group.push(row);
    else groups.set(table, [row]);
  }
  return groups;
}

/**
 * Creates the partitions of this month (day) and some ahead, if they are missing. `create (like …)` then `attach` does
 * not block readers; `create … partition of` does.
 */
export async function ensurePartitions(pool: pg.Pool, now: number): Promise<void> {
  const wanted: Partition[] = [];
  for (let step = -1; step <= MONTHS_AHEAD; step += 1) {
    wanted.push(logMonth(now, step));
    wanted.push({ parent: "events", range: monthRange("events", now, step, isoOf), options: "" });
  }
  for (let step = -1; step <= DAYS_AHEAD; step += 1) {
    wanted.push({ parent: "provider_refs", range: dayRange(now, step), options: "" });
  }
  await createMissing(pool, wanted);
}

/** The same for the months of the log that these instants are in: entries from elsewhere may be years old. */
export async function ensureLogMonths(pool: pg.Pool, times: readonly number[]): Promise<void> {
  const months = new Map(times.map((at) => [monthOf(at), logMonth(at, 0)]));
  await createMissing(pool, [...months.values()]);
}

const logMonth = (now: number, step: number): Partition => ({
  parent: "deliveries",
  range: monthRange("deliveries", now, step, uuidFloor),
  options: DELIVERIES_STORAGE,
});

async function createMissing(pool: pg.Pool, wanted: readonly Partition[]): Promise<void> {
  const { rows } = await pool.query<{ name: string }>("select inhrelid::regclass::text as name from pg_inherits");
  const present = new Set(rows.map((row) => row.name));
  const missing = wanted.filter(({ range }) => !present.has(range.table));
  if (missing.length === 0) return;

  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [PARTITION_LOCK]);
    for (const { parent, range, options } of missing) {
      await client.query(
        `create table if not exists ${range.table} (like ${parent} including defaults including constraints including indexes) ${options}`,
      );
      const { rowCount } = await client.query("select 1 from pg_inherits where inhrelid = $1::regclass", [range.table]);
      if (rowCount === 0) {
        await client.query(
          `alter table ${parent} attach partition ${range.table} for values from ('${range.from}') to ('${range.to}')`,
        );
      }
    }
  } finally {
    await client.query("select pg_advisory_unlock($1)", [PARTITION_LOCK]).catch(() => undefined);
    client.release();
  }
}

function monthRange(parent: string, now: number, step: number, bound: (millis: number) => string): Range {
  const date = new Date(now);
  const from = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + step, 1);
  const to = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + step + 1, 1);
  return { table: `${parent}_${monthOf(from)}`, from: bound(from), to: bound(to) };
}

/** Of `provider_refs`, the only table with a partition for each day. */
function dayRange(now: number, step: number): Range {
  const date = new Date(now);
  const from = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + step);
  const to = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + step + 1);
  return { table: `provider_refs_${isoOf(from).slice(0, 10).replaceAll("-", "_")}`, from: isoOf(from), to: isoOf(to) };
}

/** Cache of the last month: every row needs one, and it is nearly always the same. */
let month = { from: 0, to: 0, name: "" };

function monthOf(millis: number): string {
  if (!(millis >= month.from && millis < month.to)) {
    const date = new Date(millis);
    const [from, to] = [0, 1].map((step) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + step, 1));
    month = { from: from!, to: to!, name: isoOf(millis).slice(0, 7).replace("-", "_") };
  }
  return month.name;
}

function isoOf(millis: number): string {
  return new Date(millis).toISOString();
}
