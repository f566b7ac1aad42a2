import type { Counter } from "#domain/stats/counters";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { countryOfArea } from "./country-of-area.ts";
import { COUNT_COLUMNS, LATENCY_COLUMNS, SPLIT_COLUMNS } from "./stat-columns.ts";
import { deleteUnlocked } from "../delete-unlocked.ts";

type Delta = {
  readonly hour: string;
  readonly day: string;
  readonly category: string;
  readonly message_id: Uuid | null;
  readonly gateway: string;
  readonly area: string;
  readonly state: string;
  readonly from_unknown: boolean;
  readonly lag: number | null;
  readonly count: number;
  readonly segments: number;
  readonly currency: string | null;
  /** Millionths. */
  readonly cost: number;
  /** Rows that were taken, in every row. */
  readonly taken: number;
};

/** Rows that another node is folding are skipped. $2: the site's time zone. */
const TAKE = `
with gone as (
  ${deleteUnlocked("stat_deltas", "order by id limit $1")}
  returning bucket, category, message_id, gateway, area, state, from_unknown, lag, count, segments, currency, cost
)
select date_trunc('hour', bucket, $2)::text as hour, date_trunc('day', bucket, $2)::text as day, category, message_id,
  gateway, area, state, from_unknown, lag, sum(count)::int as count, sum(segments)::int as segments,
  currency, sum(cost)::bigint as cost, (select count(*) from gone)::int as taken
from gone group by 1, 2, 3, 4, 5, 6, 7, 8, 9, currency`;

/** Sorted by their key, so that two nodes wait for each other and never deadlock. */
function addStatement(
  table: string,
  key: readonly string[],
  columns: readonly string[],
  nullable: readonly string[],
): string {
  return `
insert into ${table} as t (${[...key, ...columns, ...nullable].join(", ")})
select ${[...key, ...columns.map((name) => `coalesce(${name}, 0)`), ...nullable].join(", ")}
from json_populate_recordset(null::${table}, $1::json) order by ${key.join(", ")}
on conflict (${key.join(", ")}) do update set
  ${[
    ...columns.map((name) => `${name} = t.${name} + excluded.${name}`),
    // Null stays where there is none.
    ...nullable.map((name) => `${name} = coalesce(t.${name} + excluded.${name}, t.${name}, excluded.${name})`),
  ].join(",\n  ")}`;
}

const KEY = ["dimension", "starts_at", "part"];
const ADD_HOURS = addStatement("stat_hours", KEY, COUNT_COLUMNS, LATENCY_COLUMNS);
const ADD_DAYS = addStatement("stat_days", KEY, COUNT_COLUMNS, LATENCY_COLUMNS);
const ADD_SPLITS = addStatement("message_splits", ["message_id", "gateway", "country"], SPLIT_COLUMNS, []);

/** Sorted by the key, too. */
const ADD_COSTS = `
insert into message_costs as t (message_id, currency, cost)
select message_id, currency, sum(cost)::bigint
from json_to_recordset($1::json) as r(message_id uuid, currency text, cost bigint) group by 1, 2 order by 1, 2
on conflict (message_id, currency) do update set cost = t.cost + excluded.cost`;

/** Before any delta, as in the drop of a month, which waits for folds. */
const HOLD_SPLITS = "lock table message_splits in row exclusive mode";

/** Moves up to `limit` deltas of the statistics into hours, days and splits. Returns how many. */
export function foldStats(db: Db, zone: string, limit: number): Promise<number> {
  return db.ownTransaction(async () => {
    await db.query("hold splits", HOLD_SPLITS, []);
    const deltas = await db.query<Delta>("take stats", TAKE, [limit, zone]);
    if (deltas.length === 0) return 0;
    await db.query("add hours", ADD_HOURS, [rowsOf(deltas, ({ hour, ...delta }) => placesOf(hour, delta))]);
    await db.query("add days", ADD_DAYS, [rowsOf(deltas, ({ day, ...delta }) => placesOf(day, delta))]);
    const split = deltas.filter(({ message_id: id }) => id !== null);
    if (split.length > 0) {
      const key = ({ message_id, gateway, area }: Delta) => [{ message_id, gateway, country: countryOfArea(area) }];
      await db.query("add splits", ADD_SPLITS, [rowsOf(split, key)]);
      const costs = split
        .filter(({ currency }) => currency !== null)
        .map(({ message_id, currency, cost }) => ({ message_id, currency, cost }));
      if (costs.length > 0) await db.query("add costs", ADD_COSTS, [JSON.stringify(costs)]);
    }
    return deltas[0]!.taken;
  });
}

const placesOf = (starts_at: string, { gateway, area, category }: Pick<Delta, "gateway" | "area" | "category">) => [
  { dimension: "all", starts_at, part: "" },
  { dimension: "gateway", starts_at, part: gateway },
  { dimension: "country", starts_at, part: countryOfArea(area) },
  { dimension: "category", starts_at, part: category },
];

/** One row for each key, in JSON. */
function rowsOf(deltas: readonly Delta[], keysOf: (delta: Delta) => readonly object[]): string {
  const rows = new Map<string, Record<string, unknown>>();
  for (const delta of deltas) {
    const changes = [...changesOf(delta)];
    for (const key of keysOf(delta)) {
      const name = JSON.stringify(key);
      const row = rows.get(name) ?? { ...key };
      rows.set(name, row);
      for (const [column, change] of changes) row[column] = ((row[column] as number | undefined) ?? 0) + change;
    }
  }
  return JSON.stringify([...rows.values()]);
}

/**
 * A delivery that was sent stays counted as sent when its receipt arrives; a doubt that a receipt resolves is
 * subtracted.
 */
function* changesOf(delta: Delta): Generator<readonly [string, number]> {
  const { state, count } = delta;
  const column = COLUMNS.get(state);
  if (column) yield [column, count];
  if (delta.from_unknown) yield ["unknown", -count];
  if (delta.from_unknown && (state === "delivered" || state === "undelivered")) yield ["sent", count];
  if (state === "sent" || delta.from_unknown) yield ["segments", delta.segments];
  if (delta.lag !== null) yield [`${state === "sent" ? "s" : "d"}${delta.lag}`, count];
}

const COLUMNS: ReadonlyMap<string, Counter> = new Map([
  ...(
    ["accepted", "sent", "delivered", "undelivered", "failed", "unknown", "suppressed", "expired", "canceled"] as const
  ).map((state) => [state, state] as const),
  ["reply", "replies"] as const,
  ["opt_out", "opt_outs"] as const,
]);
