import type { StatRange, StatRow, StatStore } from "#domain/stats/stat-store";
import type { Counts } from "#domain/stats/counters";

import type { Db } from "../../database.ts";
import { readMessageSplits } from "./message-splits.ts";
import { COUNT_COLUMNS, LATENCY_COLUMNS, TO_DELIVERED, TO_SENT } from "./stat-columns.ts";

type Row = Record<string, number> & { readonly starts: number; readonly part: string };

const SUMS = [...COUNT_COLUMNS, ...LATENCY_COLUMNS].map((name) => `sum(${name}) as ${name}`).join(", ");
const LISTED = `starts, part, ${[...COUNT_COLUMNS, ...LATENCY_COLUMNS].join(", ")}`;

/** A dimension of the roll-up, or one part for all. */
const parts = { gateway: "gateway", country: "country", category: "category", none: "''" } as const;

const HOURS_PRUNE = `
delete from stat_hours where ctid = any(array(
  select ctid from stat_hours where starts_at < now() - make_interval(days => $1) limit $2 for update skip locked))
returning 1`;

/** Sums of whole hours or days. Nothing of the log is read. */
export function statQueries(db: Db): StatStore {
  return {
    async read({ from, to, interval, groupBy }: StatRange) {
      const part = parts[groupBy ?? "none"];
      const text = `
select ${LISTED} from (
  select extract(epoch from starts_at)::float8 * 1000 as starts, ${part} as part, ${SUMS}
  from ${interval === "hour" ? "stat_hours" : "stat_days"}
  where starts_at >= to_timestamp($1::float8 / 1000) and starts_at < to_timestamp($2::float8 / 1000)
  group by starts_at${part === "''" ? "" : `, ${part}`}
) sums order by starts, part`;
      const rows = await db.query<Row>(`stats by ${interval} ${groupBy ?? "none"}`, text, [from, to]);
      return rows.map(rowOf);
    },
    readMessage: (id) => readMessageSplits(db, id),
  };
}

/** Deletes up to `limit` rows of hours that are that many days old. Returns how many. */
export async function endStatHours(db: Db, days: number, limit: number): Promise<number> {
  return (await db.query("prune stat hours", HOURS_PRUNE, [days, limit])).length;
}

function rowOf(row: Row): StatRow {
  return {
    startsAt: row.starts,
    part: row.part,
    counts: Object.fromEntries(COUNT_COLUMNS.map((name) => [name, row[name]!])) as Counts,
    toSent: TO_SENT.map((name) => row[name] ?? 0),
    toDelivered: TO_DELIVERED.map((name) => row[name] ?? 0),
  };
}
