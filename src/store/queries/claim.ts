import type { Category } from "#domain/messages/message";
import type { Chunk, Claim, ClaimRequest, DeliveryKey, QueuedMessage } from "#domain/ports/queue";
import type { Phone } from "#domain/recipients/phone";
import type { Uuid } from "#lib/ids";

import type { Db } from "../database.ts";
import { byPartition } from "../partitions.ts";
import { logAndHook } from "./event-fragments.ts";

/**
 * Leases up to `limit` chunks of one (route, lane), the fair next ones.
 *
 * `any(array(…))` makes the subquery run once by construction. A leased chunk stays in the index with its end of
 * lease as `due`, so a dead worker's chunk comes back without anybody looking for it.
 */
const CLAIM = `
update chunks set due = now() + make_interval(secs => $4 / 1000.0), token = token + 1, owner = $3
where id = any(array(
  select id from chunks where route = $1 and lane = $2 and claimable and due <= now()
  order by turn, id limit $5 for update skip locked))
returning id, token, lane, message_id, message_ids, phones`;

type ChunkRow = {
  id: number;
  token: number;
  lane: number;
  message_id: Uuid | null;
  message_ids: Uuid[] | null;
  phones: Phone[];
};

export async function claim(db: Db, request: ClaimRequest): Promise<readonly Claim[]> {
  const rows = await db.query<ChunkRow>("claim", CLAIM, [
    request.route,
    request.lane,
    request.owner,
    request.leaseMs,
    request.limit,
  ]);
  if (rows.length === 0) return [];
  const chunks = rows.map(chunkOf);
  for (const chunk of chunks) {
    if (chunk.token > 1) await recover(db, chunk, request);
  }
  const messages = await loadMessages(db, chunks);
  return chunks.map((chunk) => ({ chunk, messages }));
}

function chunkOf(row: ChunkRow): Chunk {
  const keys = row.phones.map((phone, index): DeliveryKey => ({
    messageId: row.message_id ?? row.message_ids![index]!,
    phone,
  }));
  return { id: row.id, token: row.token, lane: row.lane, keys };
}

const MESSAGES = `
select id, category, sender, body, encoding, segments, flash, media, extract(epoch from valid_until) * 1000 as valid_until, at_least_once
from messages where id = any($1)`;

type MessageRow = {
  id: Uuid;
  category: Category;
  sender: string | null;
  body: string;
  encoding: "gsm7" | "ucs2";
  segments: number;
  flash: boolean;
  media: string[];
  valid_until: string;
  at_least_once: boolean;
};

async function loadMessages(db: Db, chunks: readonly Chunk[]): Promise<ReadonlyMap<Uuid, QueuedMessage>> {
  const ids = new Set(chunks.flatMap((chunk) => chunk.keys.map((key) => key.messageId)));
  const rows = await db.query<MessageRow>("queued messages", MESSAGES, [[...ids]]);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        category: row.category,
        sender: row.sender,
        text: row.body,
        encoding: row.encoding,
        segments: row.segments,
        flash: row.flash,
        media: row.media,
        validUntil: Number(row.valid_until),
        atLeastOnce: row.at_least_once,
      },
    ]),
  );
}

/**
 * What an earlier holder of the chunk had marked and not settled: it died between the mark and the settle, and
 * the gateway may have the text. `unknown`, unless a repeat can do no harm or was asked for; a text that takes its
 * worker down each time is not repeated for ever.
 */
async function recover(db: Db, chunk: Chunk, { repeatable, mostAttempts }: ClaimRequest): Promise<void> {
  for (const [table, keys] of byPartition(chunk.keys, (key) => key.messageId)) {
    await db.query(`recover ${table}`, recoverStatement(table), [
      keys.map((key) => key.messageId),
      keys.map((key) => key.phone),
      chunk.id,
      chunk.token,
      repeatable,
      mostAttempts,
    ]);
  }
}

function recoverStatement(table: string): string {
  return `
with stale as (
  select d.message_id, d.phone, (d.gateway = any($5) or m.at_least_once) and d.attempt + 1 < $6 as repeatable
  from ${table} d
  join unnest($1::uuid[], $2::text[]) as k(message_id, phone) on d.message_id = k.message_id and d.phone = k.phone
  join messages m on m.id = d.message_id
  where d.state = 'sending' and d.chunk_id = $3 and d.token < $4
  order by d.message_id, d.phone for update of d
),
moved as (
  update ${table} d
  set state = case when stale.repeatable then 'queued'::delivery_state else 'unknown' end, attempt = d.attempt + 1,
    response = 'The worker stopped between sending and noting the answer.'
  from stale where d.message_id = stale.message_id and d.phone = stale.phone
  returning d.message_id, d.phone, d.state, d.gateway
),
news as (
  select 'message.unknown' as kind, message_id, phone, json_build_object('gateway', gateway, 'reason', 'worker_stopped') as data
  from moved where state = 'unknown' order by message_id, phone
),
${logAndHook("news")}
select count(*) from moved`;
}
