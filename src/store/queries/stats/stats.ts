import type { StatInterval, StatStore, StatSums } from "#domain/stats/stat-store";
import type { Counts } from "#domain/stats/counters";

import type { Db } from "../../database.ts";
import { readDepartures } from "./message-departures.ts";
import { readMessageSplits } from "./message-splits.ts";
import { COUNT_COLUMNS, LATENCY_COLUMNS, TO_DELIVERED, TO_SENT } from "./stat-columns.ts";
import { deleteUnlocked } from "../delete-unlocked.ts";

type Row = Record<string, number>;

const ALL = [...COUNT_COLUMNS, ...LATENCY_COLUMNS];
const sumsOf = (columns: readonly string[]): string => columns.map((name) => `sum(${name}) as ${name}`).join(", ");
const STARTS = "extract(epoch from starts_at)::float8 * 1000 as starts";

const tableOf = (interval: StatInterval): string => (interval === "hour" ? "stat_hours" : "stat_days");
/** $1 and $2: the range; $3: the dimension. */
const rangeIn = (interval: StatInterval): string => `${tableOf(interval)}
where dimension = $3 and starts_at >= to_timestamp($1::float8 / 1000) and starts_at < to_timestamp($2::float8 / 1000)`;

const HOURS_PRUNE = `
${deleteUnlocked("stat_hours", "where starts_at < now() - make_interval(days => $1) limit $2")}
returning 1`;

/** Sums of whole hours or days. Nothing of the log is read. */
export function statQueries(db: Db): StatStore {
  return {
    async read({ from, to, interval }) {
      const text = `select ${STARTS}, ${ALL.join(", ")} from ${rangeIn(interval)} order by starts_at`;
      const rows = await db.query<Row & { starts: number }>(`stats by ${interval}`, text, [from, to, "all"]);
      return rows.map((row) => ({ startsAt: row.starts, ...statsOf(row) }));
    },
    async total({ from, to, interval }) {
      const text = `select count(*) as rows, ${sumsOf(ALL)} from ${rangeIn(interval)}`;
      const [row] = await db.query<Row>(`stat total by ${interval}`, text, [from, to, "all"]);
      return row!["rows"] === 0 ? null : statsOf(row!);
    },
    async totals({ from, to, interval }, by) {
      const text = `select part, ${sumsOf(ALL)} from ${rangeIn(interval)} group by part order by part`;
      const rows = await db.query<Row & { part: never }>(`stat totals by ${interval}`, text, [from, to, by]);
      return rows.map((row) => ({ part: row.part as string, ...statsOf(row) }));
    },
    async partsByTime({ from, to, interval }, by, parts) {
      const text = `select ${STARTS}, case when part = any($4::text[]) then part end as named, ${sumsOf(COUNT_COLUMNS)}
from ${rangeIn(interval)} group by starts_at, named order by starts_at`;
      const rows = await db.query<Row & { named: never }>(`stat parts by ${interval}`, text, [from, to, by, parts]);
      return rows.map((row) => ({ startsAt: row["starts"]!, part: row.named as string | null, counts: countsOf(row) }));
    },
    readMessage: (id) => readMessageSplits(db, id),
    readDepartures: (id, until) => readDepartures(db, id, until),
  };
}

/** Deletes up to `limit` rows of hours that are that many days old. Returns how many. */
export async function pruneStatHours(db: Db, days: number, limit: number): Promise<number> {
  return (await db.query("prune stat hours", HOURS_PRUNE, [days, limit])).length;
}

const countsOf = (row: Row): Counts => Object.fromEntries(COUNT_COLUMNS.map((name) => [name, row[name]!])) as Counts;

const statsOf = (row: Row): StatSums => ({
  counts: countsOf(row),
  toSent: TO_SENT.map((name) => row[name] ?? 0),
  toDelivered: TO_DELIVERED.map((name) => row[name] ?? 0),
});
