import { CHUNK_SIZE, type Chunk, type Ending } from "#domain/deliveries/queue";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { keyArrays } from "../../delivery-keys.ts";
import { OPEN_LIST } from "../deliveries/delivery-states.ts";
import { isToMany } from "../messages/recipients-fragment.ts";
import { byPartition } from "../../partitions.ts";
import { leasedChunks } from "./lease-fragment.ts";
import { lockMessages } from "../messages/message-lock.ts";
import { deleteUnlocked } from "../delete-unlocked.ts";

/**
 * Ends chunks that this worker still owns, and completes messages without any open row.
 *
 * A clean chunk cannot have left anything behind: one statement ends any number of them. Their messages are completed
 * after that; if the worker dies before, the sweep does it.
 */
export async function finish(db: Db, endings: readonly Ending[]): Promise<void> {
  const clean = endings.filter((ending) => ending.clean).map(({ chunk }) => chunk);
  const other = endings.filter((ending) => !ending.clean).map(({ chunk }) => chunk);
  if (clean.length > 0) {
    const running = await db.query<{ id: Uuid }>("end chunks", END_CLEAN, [
      clean.map(({ id }) => id),
      clean.map(({ token }) => token),
      messagesOf(clean),
    ]);
    await completeAll(db, running);
  }
  if (other.length > 0) await finishWithLeftovers(db, other);
}

/** Completes those messages whose chunks ended with a settle and that have no open row. */
export async function completeOpen(db: Db, ids: readonly Uuid[]): Promise<void> {
  await completeAll(db, await db.query<{ id: Uuid }>("open messages", OPEN, [ids]));
}

async function completeAll(db: Db, messages: readonly { readonly id: Uuid }[]): Promise<void> {
  for (const [table, part] of byPartition(messages, ({ id }) => id)) {
    const ids = part.map(({ id }) => id);
    await db.ownTransaction(() => complete(db, table, ids));
  }
}

const HELD = `${leasedChunks()} for update of c`;

/**
 * Most messages with one recipient were completed by the settle. A message that still appears to be resolving its
 * audience may at this moment be closed by the fan-out, which has already queried open rows and found ours: the lock in
 * {@link complete} waits for it. While more chunks will follow, no check is needed.
 */
const END_CLEAN = `
with gone as (delete from chunks where id = any(array(${HELD})))
select id from messages m where id = any($3) and (state = 'running' or state = 'resolving'
  and not exists (select from chunks c where c.message_id = m.id and not c.id = any($1)))`;

const OPEN = `
select id from messages m where id = any($1) and (state = 'running' or state = 'resolving'
  and not exists (select from chunks c where c.message_id = m.id))`;

const END_HELD = `delete from chunks where id = any(array(${HELD})) returning id`;

export function messagesOf(chunks: readonly Chunk[]): readonly Uuid[] {
  return [...new Set(chunks.flatMap(({ messageId, keys }) => messageId ?? keys.map((key) => key.messageId)))];
}

/**
 * Rows that stayed `queued` are queued again; those of a paused message when it is resumed. Messages are locked before
 * their chunks, as in a pause: one that happens meanwhile finds the chunks parked here.
 */
async function finishWithLeftovers(db: Db, chunks: readonly Chunk[]): Promise<void> {
  await db.ownTransaction(async () => {
    await lockMessages(db, messagesOf(chunks));
    const held = await db.query<{ id: number }>("end held chunks", END_HELD, [
      chunks.map(({ id }) => id),
      chunks.map(({ token }) => token),
    ]);
    const ours = new Set(held.map(({ id }) => id));
    const keys = chunks
      .filter(({ id }) => ours.has(id))
      .flatMap((chunk) => chunk.keys.map((key) => ({ ...key, chunk })));
    for (const [table, part] of byPartition(keys, (key) => key.messageId)) {
      await db.query(`leftovers ${table}`, leftovers(table), [
        ...keyArrays(part),
        part.map((key) => key.chunk.id),
        part.map((key) => key.chunk.token),
        part.map((key) => key.chunk.route),
        part.map((key) => key.chunk.priority),
      ]);
      await complete(db, table, [...new Set(part.map((key) => key.messageId))]);
    }
  });
}

/**
 * A mark whose session ended may commit after its worker gave up on it: its deliveries were not sent and will not be
 * settled. Deliveries that leave at the rate of their message get a separate chunk, so that they do not delay the
 * others that were accepted with them.
 */
function leftovers(table: string): string {
  return `
with open as materialized (
  select d.message_id, d.phone, d.state, coalesce(d.bound_to, k.route) as route, k.priority
  from unnest($1::uuid[], $2::text[], $3::bigint[], $4::integer[], $5::text[], $6::smallint[])
    as k(message_id, phone, chunk_id, token, route, priority)
  join ${table} d on d.message_id = k.message_id and d.phone = k.phone
  where d.state = 'queued' or (d.state = 'sending' and d.chunk_id = k.chunk_id and d.token = k.token)
  order by d.message_id, d.phone for update of d
),
unmarked as (
  update ${table} d set state = 'queued' from open
  where open.state = 'sending' and d.message_id = open.message_id and d.phone = open.phone
),
waiting as materialized (
  select open.*, m.state = 'paused' as paused,
    m.state in ('running', 'resolving') and m.rate_per_minute is not null
      and ${isToMany("m.")}
      -- The end of a cancellation deletes chunks that were never claimed: there it waits for its next step.
      and not exists (select from cancellations w where w.message_id = m.id) as rated,
    (row_number() over (partition by open.message_id, open.route, open.priority order by open.phone) - 1) / ${CHUNK_SIZE} as nth
  from open join messages m on m.id = open.message_id
  -- Deliveries that wait for a retry already have a place.
  where not exists (select from retries r where r.message_id = open.message_id and r.phone = open.phone)
),
own as (
  insert into chunks (message_id, route, priority, phones)
  select message_id, route, priority, array_agg(phone order by phone) from waiting where rated
  group by message_id, route, priority, nth order by message_id, nth
)
insert into retries (message_id, phone, route, priority, due)
select message_id, phone, route, priority, case when paused then 'infinity' else now() + interval '5 seconds' end
from waiting where not rated order by message_id, phone
on conflict do nothing`;
}

/**
 * Completes those of the messages that have no open row. Must run in a transaction: the lock is a separate statement,
 * so that if two last chunks end together, the second one's query no longer sees the first.
 */
export async function complete(db: Db, table: string, ids: readonly Uuid[]): Promise<void> {
  await lockMessages(db, ids);
  await db.query(`complete ${table}`, completion(table, "m.state = 'running'"), [ids]);
}

/** Like {@link complete}, including paused messages: nothing is left that a resume could send. */
export async function completeEvenPaused(db: Db, table: string, ids: readonly Uuid[]): Promise<void> {
  await lockMessages(db, ids);
  const open =
    "(m.state = 'running' or m.state = 'paused' and not exists (select from fanouts f where f.message_id = m.id))";
  await db.query(`complete even paused ${table}`, completion(table, open), [ids]);
}

function completion(table: string, open: string): string {
  return `
with done as (
  update messages m set state = 'completed', finished_at = now()
  where m.id = any($1) and ${open}
    -- The cheap checks come first: chunks of its own, deliveries that wait for a retry or are held.
    and case when exists (select from chunks c where c.message_id = m.id) then false
      when exists (select from retries r where r.message_id = m.id) then false
      when exists (select from holds h where h.message_id = m.id) then false
      else not exists (select from ${table} d where d.message_id = m.id and d.state in (${OPEN_LIST})) end
  returning m.id
)
insert into events (kind, message_id) select 'message.completed', id from done order by id`;
}

/** Whether anything is to be returned to the queue: usually nothing. */
export const IS_WAITING = {
  retries: "exists (select from retries where due <= now())",
  throttled: "exists (select from chunks where throttled and not claimable)",
  held: "exists (select from holds)",
};

export const WAITING = `
select ${IS_WAITING.retries} as retries, ${IS_WAITING.throttled} as throttled, ${IS_WAITING.held} as held,
  (select extract(epoch from min(due) - now()) * 1000 from retries where due > now() and due < 'infinity') as next_ms`;

export type Waiting = {
  readonly retries: boolean;
  readonly throttled: boolean;
  readonly held: boolean;
  readonly next_ms: string | null;
};

/** Turns due retries into chunks. `ctid` limits the delete to the exact rows that were locked. */
export const PROMOTE = `
with due as materialized (
  ${deleteUnlocked("retries", "where due <= now() order by due limit 2000")}
  returning message_id, phone, route, priority
),
numbered as (
  select *, (row_number() over (partition by route, priority order by message_id, phone) - 1) / ${CHUNK_SIZE} as nth from due
),
queue as (
  insert into chunks (route, priority, message_ids, phones)
  select route, priority, array_agg(message_id order by message_id, phone), array_agg(phone order by message_id, phone)
  from numbered group by route, priority, nth
)
select (select count(*) from due) as promoted`;

export const SWEEP_SIZE = 1_000;

/**
 * Running messages without a chunk of their own and without retries, after some time: the worker that should have ended
 * them may have died. A thousand that wait in shared chunks must not hide the next one: each sweep continues after the
 * last one.
 */
export const SWEEP = `
select id from messages m
where state = 'running' and id < $1 and id > $2
  and not exists (select from chunks c where c.message_id = m.id)
  and not exists (select from retries r where r.message_id = m.id)
  and not exists (select from holds h where h.message_id = m.id)
order by id limit ${SWEEP_SIZE}`;
