import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { doubtful, WORKER_STOPPED } from "../deliveries/event-data.ts";
import { HOOKS, stateChanged } from "../deliveries/state-changes.ts";

/** Longer than a live worker leaves a delivery unanswered, plus the time that another worker needs to take over. */
export const ABANDONED = "10 minutes";

/**
 * Deliveries that were on the wire when their worker died, of a message that expired long ago. The next owner of their
 * chunk would have settled them, but if the gateway was removed from the configuration there is no next owner. They are
 * in doubt.
 *
 * Must run in a transaction that has locked the message. Returns how many webhook deliveries that creates.
 */
export async function judgeAbandoned(db: Db, table: string, id: Uuid): Promise<number> {
  const [row] = await db.query<{ hooks: number }>(`judge abandoned ${table}`, statement(table), [id]);
  return row!.hooks;
}

function statement(table: string): string {
  return `
with abandoned as (
  select d.message_id, d.phone from ${table} d
  -- Checked once, and nearly always false: then no row of the message is read.
  where d.message_id = (select id from messages where id = $1
      and case when state = 'canceled' then finished_at else valid_until end <= now() - interval '${ABANDONED}')
    and d.state = 'sending' and d.marked_at <= now() - interval '${ABANDONED}'
    and not exists (select from chunks c where c.id = d.chunk_id and c.token = d.token and c.due > now())
  order by d.message_id, d.phone for update of d
),
moved as (
  update ${table} d set state = 'unknown', attempt = d.attempt + 1,
    response = ${WORKER_STOPPED}
  from abandoned where d.message_id = abandoned.message_id and d.phone = abandoned.phone
  returning d.message_id, d.phone, d.gateway
),${stateChanged({
    rows: "moved",
    was: ["sending"],
    becomes: ["unknown"],
    data: doubtful("worker_stopped"),
    ordered: true,
  })}
select ${HOOKS}`;
}
