import type { Chunk } from "#domain/ports/queue";
import type { Uuid } from "#lib/ids";

import type { Db } from "../database.ts";
import { byPartition } from "../partitions.ts";
import { CHUNK_SIZE } from "./accept-statement.ts";

/**
 * Ends a chunk that this worker still holds. Rows that stayed `queued` (their message is paused) come up again;
 * messages without any open row are completed.
 */
export async function finish(db: Db, chunk: Chunk, route: string): Promise<void> {
  await db.transaction(async () => {
    const held = await db.query("end chunk", "delete from chunks where id = $1 and token = $2 returning id", [
      chunk.id,
      chunk.token,
    ]);
    if (held.length === 0) return;
    for (const [table, keys] of byPartition(chunk.keys, (key) => key.messageId)) {
      const ids = keys.map((key) => key.messageId);
      const phones = keys.map((key) => key.phone);
      await db.query(`unmark ${table}`, unmark(table), [ids, phones, chunk.id, chunk.token]);
      await db.query(`leftovers ${table}`, leftovers(table), [ids, phones, route, chunk.lane]);
      await complete(db, table, [...new Set(ids)]);
    }
  });
}

/** A mark whose session ended may commit after its worker gave up on it: nobody sent those, nobody will settle them. */
function unmark(table: string): string {
  return `
with unheard as (
  select d.message_id, d.phone
  from unnest($1::uuid[], $2::text[]) as k(message_id, phone)
  join ${table} d on d.message_id = k.message_id and d.phone = k.phone
  where d.state = 'sending' and d.chunk_id = $3 and d.token = $4
  order by d.message_id, d.phone for update of d
)
update ${table} d set state = 'queued' from unheard
where d.message_id = unheard.message_id and d.phone = unheard.phone`;
}

function leftovers(table: string): string {
  return `
insert into retries (message_id, phone, route, lane, due)
select d.message_id, d.phone, $3, $4, now() + interval '5 seconds'
from unnest($1::uuid[], $2::text[]) as k(message_id, phone)
join ${table} d on d.message_id = k.message_id and d.phone = k.phone
where d.state = 'queued' order by d.message_id, d.phone
on conflict do nothing`;
}

/**
 * Completes those of the messages that have no open row. Must run in a transaction: the lock comes in a statement of
 * its own, so that of two last chunks that end together the second one's question sees the first one gone.
 */
export async function complete(db: Db, table: string, ids: readonly Uuid[]): Promise<void> {
  await db.query("lock messages", "select id from messages where id = any($1) order by id for update", [ids]);
  await db.query(`complete ${table}`, completion(table), [ids]);
}

function completion(table: string): string {
  return `
with done as (
  update messages m set state = 'completed', finished_at = now()
  where m.id = any($1) and m.state = 'running'
    -- The cheap questions come first: chunks of its own, texts that wait for another try.
    and case when exists (select from chunks c where c.message_id = m.id) then false
      when exists (select from retries r where r.message_id = m.id) then false
      else not exists (select from ${table} d where d.message_id = m.id and d.state in ('queued', 'held', 'sending')) end
  returning m.id
)
insert into events (kind, message_id) select 'message.completed', id from done order by id`;
}

/**
 * Turns retries that are due into chunks. `ctid` keeps the delete to the very rows that were locked.
 */
export const PROMOTE = `
with due as materialized (
  delete from retries where ctid = any(array(
    select ctid from retries where due <= now() order by due limit 2000 for update skip locked))
  returning message_id, phone, route, lane
),
numbered as (
  select *, (row_number() over (partition by route, lane order by message_id, phone) - 1) / ${CHUNK_SIZE} as nth from due
),
queue as (
  insert into chunks (route, lane, message_ids, phones)
  select route, lane, array_agg(message_id order by message_id, phone), array_agg(phone order by message_id, phone)
  from numbered group by route, lane, nth
)
select (select count(*) from due) as promoted,
  (select extract(epoch from min(due) - now()) * 1000 from retries where due > now()) as next_ms`;

/**
 * Running messages without a chunk of their own and without retries, some time old: whoever should have ended them
 * may have died. A thousand that wait for another try must not hide the one behind them.
 */
export const SWEEP = `
select id from messages m
where state = 'running' and id < $1
  and not exists (select from chunks c where c.message_id = m.id)
  and not exists (select from retries r where r.message_id = m.id)
order by id limit 1000`;
