import type { Phone } from "#domain/recipients/phone";
import type { Uuid } from "#lib/ids";

import { textArray } from "../../binary-array.ts";
import type { Db } from "../../database.ts";
import { byPartition } from "../../partitions.ts";
import { isTransient } from "../../pg-errors.ts";
import { countedDeliveries } from "./demo-counts.ts";

const AT_ONCE = 500;
/** A worker that is sending may lock the same rows in another order. */
const TRIES = 8;

/**
 * Deletes the demo's messages, and other users' messages to its numbers alone, with all that is stored about them. They
 * are no longer sent: a worker that finds no delivery sends nothing. It uses many short transactions, so that workers
 * never wait long; a repeated call continues.
 *
 * @returns how many there were
 */
export async function removeDemoMessages(db: Db, phones: readonly Phone[], by: string): Promise<number> {
  let count = 0;
  for (;;) {
    const rows = await db.query<{ id: Uuid }>("find demo messages", FIND, [by, textArray(phones)]);
    // Messages accepted meanwhile are found by the next pass.
    if (rows.length === 0) return count;
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      const ids = rows.slice(at, at + AT_ONCE).map(({ id }) => id);
      await retried(() => db.ownTransaction(() => removePage(db, ids)));
    }
    count += rows.length;
  }
}

async function retried(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === TRIES || !isTransient(error)) throw error;
    }
  }
}

async function removePage(db: Db, ids: readonly Uuid[]): Promise<void> {
  await db.query("lock demo messages", "select 1 from messages where id = any($1::uuid[]) order by id for update", [
    ids,
  ]);
  for (const table of QUEUES) await db.query(`remove demo queued in ${table}`, remove(table), [ids]);
  for (const [table, part] of byPartition(ids, (id) => id)) {
    await db.query(`remove demo entries ${table}`, entries(table), [part]);
  }
  for (const table of ABOUT) await db.query(`remove demo facts in ${table}`, remove(table), [ids]);
  await db.query("remove demo throttles", THROTTLES, [ids]);
  await db.query("remove demo hooks", HOOKS, [ids]);
  await db.query("remove demo messages", "delete from messages where id = any($1::uuid[])", [ids]);
}

/** A message to others as well stays whole, as a record of what was sent to them. */
const FIND = `
with candidate as materialized (
  select distinct message_id from deliveries d where phone = any($2::text[])
    and not exists (select from messages m where m.id = d.message_id and m.created_by = $1)
)
select id from messages where created_by = $1
union
select message_id from candidate c
where not exists (select from deliveries o where o.message_id = c.message_id and o.phone <> all($2::text[]))
  and not exists (select from fanouts f where f.message_id = c.message_id)
order by 1`;

/** Before the deliveries, as everywhere. */
const QUEUES = ["fanouts", "cancellations", "chunks", "holds", "retries"];
const ABOUT = [
  "prepared_texts",
  "message_deltas",
  "message_totals",
  "message_paces",
  "message_splits",
  "message_costs",
  "message_departures",
  "late_redactions",
  "provider_refs",
  "receipts",
];

const remove = (table: string): string => `delete from ${table} where message_id = any($1::uuid[])`;

const THROTTLES =
  "delete from throttles where key = any(array(select 'message:' || id from unnest($1::uuid[]) as m(id)))";

const HOOKS = `
with gone as (
  delete from events where message_id = any($1::uuid[]) returning id
)
delete from webhook_deliveries where event_id = any(array(select id from gone))`;

/** People who had opted out before the message was accepted have no event of it. */
function entries(table: string): string {
  return `
with gone as (
  delete from ${table} where message_id = any($1::uuid[]) returning *
),
past as materialized (
  select g.message_id, g.phone, g.state, g.gateway, coalesce(g.segments, m.segments) as segments, g.sent_at,
    g.delivered_at, m.category, null::uuid as split,
    g.state = 'suppressed' and not exists (
      select from events e where e.message_id = g.message_id and e.phone = g.phone and e.kind = 'message.failed') as at_once
  from gone g join messages m on m.id = g.message_id
),${countedDeliveries("past", -1)}
select count(*) from past`;
}
