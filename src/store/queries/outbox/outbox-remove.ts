import { ERASED } from "#domain/messages/removed-text";
import type { OutboxKey } from "#domain/outbox/outbox-store";

import { bucketOf } from "../../buckets.ts";
import type { Db } from "../../database.ts";
import { FAILED_LIST, OPEN_LIST, SUCCESS_LIST } from "../deliveries/delivery-states.ts";
import { isToOne } from "../messages/recipients-fragment.ts";
import { deliveriesTable } from "../../partitions.ts";
import { tallied } from "../deliveries/state-changes.ts";
import { ANSWERS_FORGOTTEN } from "../webhooks/forget-answers.ts";
import { TEXT_KEYS } from "../webhooks/event-fragments.ts";

/**
 * Removes one entry from the log and from its counts. Only if its message is over: until then the row is what prevents
 * the same person from getting it twice. A message to that person alone is removed with it: a later erasure of the
 * person could not find it.
 *
 * @returns false if the message is not over
 */
export function removeEntry(db: Db): (key: OutboxKey, by: string) => Promise<boolean> {
  return ({ messageId, phone }, by) =>
    db.transaction(async () => {
      await db.query("lock message of entry", "select 1 from messages where id = $1 for update", [messageId]);
      const table = deliveriesTable(messageId);
      const values = [messageId, phone, bucketOf(messageId), by];
      const [row] = await db.query<{ count: number }>(`remove entry ${table}`, statement(table), values);
      return row!.count > 0;
    });
}

function statement(table: string): string {
  return `
with held as (
  select d.message_id, d.phone from ${table} d join messages m on m.id = d.message_id
  where d.message_id = $1::uuid and d.phone = $2 and d.state not in (${OPEN_LIST})
    and m.finished_at is not null and not exists (select from fanouts f where f.message_id = m.id)
  for update of d
),
gone as (
  delete from ${table} d using held where d.message_id = held.message_id and d.phone = held.phone returning d.id, d.state
),${tallied(`
  select $3::timestamptz, -1, -(state in (${SUCCESS_LIST}))::int, -(state in (${FAILED_LIST}))::int from gone`)},
texts as (
  update messages m set body = case when alone then '${ERASED}' else body end, media = case when alone then '{}' else media end,
    variants = case when not alone then variants end,
    -- Progress is what was accepted minus what is over; if it is rolled up, both stay.
    accepted = m.accepted - (not rolled_up and not early)::int, suppressed = m.suppressed - (not rolled_up and early)::int
  from (
    select id, ${isToOne()} as alone,
      suppressed > 0 and (select state from gone) = 'suppressed' as early
    from messages where id = $1::uuid and exists (select from gone)
  ) held where m.id = held.id returning m.id, held.alone
),
changed as (
  update events e set data = e.data - ${TEXT_KEYS}
  from texts where texts.alone and e.message_id = $1::uuid and e.kind = 'new_sms' returning e.id
),${ANSWERS_FORGOTTEN},
logged as (
  insert into events (kind, message_id, data)
  select 'outbox.entry_removed', $1::uuid, json_build_object('id', id, 'state', state, 'by', $4::text) from gone
)
select count(*)::int as count from gone`;
}
