import type { Chunk, DeliveryKey, Marked } from "#domain/ports/queue";
import type { Phone } from "#domain/recipients/phone";
import type { Uuid } from "#lib/ids";

import { bucketOf } from "../buckets.ts";
import type { Db } from "../database.ts";
import { byPartition } from "../partitions.ts";
import { logAndHook } from "./event-fragments.ts";

/**
 * The last gate, committed directly before the wire. Rows are locked in the order of their key; what is no
 * longer wanted leaves the queue here, with its reason; a paused message's rows stay as they are.
 */
export async function mark(
  db: Db,
  chunk: Chunk,
  keys: readonly DeliveryKey[],
  gateway: string,
  leaseMs: number,
): Promise<readonly Marked[]> {
  const marked: Marked[] = [];
  for (const [table, part] of byPartition(keys, (key) => key.messageId)) {
    const rows = await db.query<{ message_id: Uuid; phone: Phone; attempt: number }>(
      `mark ${table}`,
      statement(table),
      [
        chunk.id,
        chunk.token,
        leaseMs,
        part.map((key) => key.messageId),
        part.map((key) => key.phone),
        gateway,
        part.map((key) => bucketOf(key.messageId)),
      ],
    );
    for (const row of rows) marked.push({ messageId: row.message_id, phone: row.phone, attempt: row.attempt });
  }
  return marked;
}

function statement(table: string): string {
  return `
with lease as (
  update chunks set due = now() + make_interval(secs => $3 / 1000.0) where id = $1 and token = $2 and claimable returning id
),
wanted as (
  select d.message_id, d.phone, k.bucket
  from unnest($4::uuid[], $5::text[], $7::timestamptz[]) as k(message_id, phone, bucket)
  join ${table} d on d.message_id = k.message_id and d.phone = k.phone
  where d.state = 'queued' and exists (select from lease)
  order by d.message_id, d.phone for update of d
),
judged as materialized (
  select wanted.*, case
      when m.state = 'canceled' then 'canceled'
      when s.phone is not null then 'suppressed'
      when m.valid_until <= now() then 'expired'
      else 'sending' end::delivery_state as verdict
  from wanted join messages m on m.id = wanted.message_id left join suppressions s on s.phone = wanted.phone
  where m.state in ('running', 'resolving', 'canceled')
),
moved as (
  update ${table} d
  set state = judged.verdict, chunk_id = $1, token = $2, gateway = case when judged.verdict = 'sending' then $6 else d.gateway end,
    marked_at = now(), failure = case when judged.verdict <> 'sending' then judged.verdict::text end
  from judged where d.message_id = judged.message_id and d.phone = judged.phone
  returning d.message_id, d.phone, d.id, d.attempt, d.state, judged.bucket
),
dropped as materialized (select * from moved where state <> 'sending'),
news as (
  select 'message.failed' as kind, message_id, phone, json_build_object('id', id, 'state', state, 'error', state) as data
  from dropped order by message_id, phone
),
${logAndHook("news")},
tally as (
  insert into outbox_deltas (bucket, total, success, failed) select bucket, 0, 0, count(*) from dropped group by bucket
)
select message_id, phone, attempt from moved where state = 'sending' order by message_id, phone`;
}
