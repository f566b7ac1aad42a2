import { DEPARTURE_SECONDS, departureWidth, type Departures } from "#domain/stats/departures";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { deliveriesTable } from "../../partitions.ts";
import { LEFT_LIST } from "../deliveries/delivery-states.ts";

/** The interval that a moment is in, as its beginning. */
export const departureOf = (at: string): string => `date_bin('${DEPARTURE_SECONDS} seconds', ${at}, 'epoch')`;

const MESSAGE = "select rolled_up from messages where id = $1";
const ROLLED_UP = "select at, count from message_departures where message_id = $1";

/** Of a message small enough that counting is fast. */
const ledger = (table: string): string => `
select ${departureOf("marked_at")} as at, count(*) as count from ${table}
where message_id = $1 and marked_at is not null and state in (${LEFT_LIST}) group by 1`;

const NONE: Departures = { seconds: DEPARTURE_SECONDS, series: [] };

/** A large message has none from before they were counted. */
export async function readDepartures(db: Db, id: Uuid, until: number | null): Promise<Departures> {
  const [message] = await db.query<{ rolled_up: boolean }>("message of departures", MESSAGE, [id]);
  if (!message) return NONE;
  const table = deliveriesTable(id);
  const [source, name] = message.rolled_up ? [ROLLED_UP, "rolled up"] : [ledger(table), table];
  const [span] = await db.query<{ first: number | null; last: number | null }>(
    `departures span ${name}`,
    `select extract(epoch from min(at))::float8 * 1000 as first, extract(epoch from max(at))::float8 * 1000 as last from (${source}) d`,
    [id],
  );
  const { first = null, last = null } = span ?? {};
  if (first === null || last === null) return NONE;
  const seconds = departureWidth(first, Math.max(last, until ?? last));
  const rows = await db.query<{ starts: number; count: number }>(
    `departures ${name}`,
    `select extract(epoch from date_bin(make_interval(secs => $2), at, 'epoch'))::float8 * 1000 as starts, sum(count)::int as count
     from (${source}) d group by 1 order by 1`,
    [id, seconds],
  );
  return { seconds, series: rows.map(({ starts, count }) => ({ startsAt: starts, count })) };
}
