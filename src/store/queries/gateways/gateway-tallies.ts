import type { Refusals } from "#domain/alerts/kinds/gateway-refuses";
import type { GatewayRecord, GatewayTally } from "#domain/gateways/gateway-board";

import type { Db } from "../../database.ts";

const ADD = `
with attempts as materialized (
  select * from json_to_recordset($1::json) as r(gateway text, sent integer, failed integer, unknown integer, retried integer,
    unread integer)
),
seen as (
  insert into gateway_states (name, last_success_at) select gateway, now() from attempts where sent > 0 order by gateway
  on conflict (name) do update set last_success_at = excluded.last_success_at
)
insert into gateway_tallies as t (gateway, at, sent, failed, unknown, retried, unread)
select gateway, date_trunc('minute', now()), sent, failed, unknown, retried, unread from attempts order by gateway
on conflict (gateway, at) do update set sent = t.sent + excluded.sent, failed = t.failed + excluded.failed,
  unknown = t.unknown + excluded.unknown, retried = t.retried + excluded.retried, unread = t.unread + excluded.unread`;

// A gateway that never sent a message has no state, and may have calls that could not be read.
const READ = `
select coalesce(s.name, t.gateway) as name, s.last_success_at, coalesce(sum(t.sent), 0)::int as sent,
  coalesce(sum(t.failed), 0)::int as failed, coalesce(sum(t.unknown), 0)::int as unknown,
  coalesce(sum(t.retried), 0)::int as retried, coalesce(sum(t.unread), 0)::int as unread
from gateway_states s
full join (select * from gateway_tallies where at > now() - interval '1 hour') t on t.gateway = s.name
group by 1, s.last_success_at`;

// Tallies are of whole minutes: the one in which a message was accepted last may have refusals from before.
const REFUSALS = `
select t.gateway, sum(t.failed)::int as refused, extract(epoch from min(t.at))::float8 * 1000 as since
from gateway_tallies t left join gateway_states s on s.name = t.gateway
where t.failed > 0 and (s.last_success_at is null or t.at > s.last_success_at)
group by t.gateway order by t.gateway`;

const UNREAD =
  "select gateway, sum(unread)::int as calls from gateway_tallies where unread > 0 group by gateway order by gateway";

type Row = GatewayTally & { readonly name: string; readonly last_success_at: Date | null };

/** Counts of outcomes, over all nodes. */
export function gatewayTallyQueries(db: Db) {
  return {
    /** Adds what one node has counted. */
    async add(events: readonly ({ readonly gateway: string } & GatewayTally)[]): Promise<void> {
      await db.query("tally gateways", ADD, [JSON.stringify(events)]);
    },
    async records(): Promise<ReadonlyMap<string, GatewayRecord>> {
      const rows = await db.query<Row>("gateway records", READ, []);
      return new Map(
        rows.map(({ name, last_success_at: last, sent, failed, unknown, retried, unread }) => [
          name,
          { tally: { sent, failed, unknown, retried, unread }, lastSuccess: last?.getTime() ?? null },
        ]),
      );
    },
    /** Provider calls that could not be read, in about a day; gateways without any are omitted. */
    unread: () => db.query<{ gateway: string; calls: number }>("unread calls", UNREAD, []),
    /** What gateways have refused since they last accepted a message, in about a day; those without any are omitted. */
    refusals: () => db.query<Refusals>("gateway refusals", REFUSALS, []),
    async prune(): Promise<void> {
      await db.query("prune tallies", "delete from gateway_tallies where at < now() - interval '1 day'", []);
    },
  };
}
