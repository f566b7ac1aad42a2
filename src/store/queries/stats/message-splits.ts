import { NO_COUNTS, type Counts } from "#domain/stats/counters";
import type { MessageSplit } from "#domain/stats/stat-store";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { deliveriesTable } from "../../partitions.ts";
import { LEFT, listOf, SENT } from "../deliveries/delivery-states.ts";
import { countryOfArea } from "./country-of-area.ts";
import { SPLIT_COLUMNS } from "./stat-columns.ts";
import { areaOf } from "./stat-deltas.ts";

const MESSAGE = "select rolled_up from messages where id = $1";

type Row = Counts & { readonly gateway: string; readonly country: string };

const SPLITS = `select gateway, country, ${SPLIT_COLUMNS.join(", ")} from message_splits where message_id = $1`;

/** Suppressed at acceptance or later: the ledger does not tell, so none of them counts as accepted. */
const ledgerStatement = (table: string): string => `
select coalesce(gateway, '') as gateway, ${areaOf("d.phone")} as area, d.state::text as state, count(*)::int as count,
  (case when d.state in (${listOf(SENT)}) then sum(coalesce(d.segments, m.segments)) else 0 end)::int as segments
from ${table} d join messages m on m.id = d.message_id where d.message_id = $1 group by 1, 2, 3, d.state`;

type LedgerRow = { gateway: string; area: string; state: string; count: number; segments: number };

/**
 * A large message is read from its roll-up, any other from the ledger, and so is one from before there were statistics.
 * Empty: there is no such message.
 */
export async function readMessageSplits(db: Db, id: Uuid): Promise<readonly MessageSplit[]> {
  const [message] = await db.query<{ rolled_up: boolean }>("split message", MESSAGE, [id]);
  if (!message) return [];
  if (message.rolled_up) {
    const rows = await db.query<Row>("message splits", SPLITS, [id]);
    const splits = rows.map(({ gateway, country, ...counts }) => ({
      gateway,
      country,
      counts: { ...NO_COUNTS, ...counts },
    }));
    if (splits.some(({ counts }) => counts.accepted > 0)) return splits;
  }
  const table = deliveriesTable(id);
  return counted(await db.query<LedgerRow>(`split ledger ${table}`, ledgerStatement(table), [id]));
}

function counted(rows: readonly LedgerRow[]): readonly MessageSplit[] {
  const splits = new Map<string, { gateway: string; country: string; counts: Record<keyof Counts, number> }>();
  for (const { gateway, area, state, count, segments } of rows) {
    const country = countryOfArea(area);
    // As in the roll-up: what was accepted has no gateway yet.
    of("").accepted += state === "suppressed" ? 0 : count;
    const counts = of(HAS_GATEWAY.has(state) ? gateway : "");
    counts.segments += segments;
    if (PASSED.has(state)) counts.sent += count;
    if (state !== "sent" && state in counts) counts[state as keyof Counts] += count;

    function of(name: string): Record<keyof Counts, number> {
      const key = `${name} ${country}`;
      const split = splits.get(key) ?? { gateway: name, country, counts: { ...NO_COUNTS } };
      splits.set(key, split);
      return split.counts;
    }
  }
  return [...splits.values()];
}

const PASSED: ReadonlySet<string> = new Set(SENT);
const HAS_GATEWAY: ReadonlySet<string> = new Set(LEFT);
