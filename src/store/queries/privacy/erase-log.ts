import { ERASED } from "#domain/messages/removed-text";
import type { Phone } from "#domain/recipients/phone";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { isToOne } from "../messages/recipients-fragment.ts";
import { byPartition } from "../../partitions.ts";
import { endWaiting, holdsOf } from "../deliveries/end-waiting.ts";
import { audiencesBefore, type ErasureScope, type ErasureStep } from "./erase-scope.ts";
import { completeEvenPaused } from "../queue/finish.ts";
import { ANSWERS_FORGOTTEN } from "../webhooks/forget-answers.ts";
import { lockMessages } from "../messages/message-lock.ts";
import { TEXT_KEYS } from "../webhooks/event-fragments.ts";

const AT_ONCE = 500;

/** As long as receipts are expected. */
const REPORTED_WITHIN = "72 hours";

type Entry = { messageId: Uuid; stage: "open" | "over" | "waits" | "later"; alone: boolean };

/**
 * The next entries of a number. A finished entry keeps its place, its state and its counts, and loses the person; one
 * not sent yet is canceled; one on its way is left alone until it is over.
 *
 * An entry of a message that is still gaining recipients must keep its number, too: it prevents the same person from
 * being added again. An entry of a message that has them all, and is paused or on its way, no longer needs it: a sender
 * that finds no entry sends nothing.
 */
export async function eraseFromLog(
  db: Db,
  { phone, requestedAt, lastEntry }: ErasureScope,
  cursor: string,
  hooked: () => void,
): Promise<ErasureStep> {
  const values = [phone, cursor, lastEntry, audiencesBefore(requestedAt), requestedAt];
  const entries = await db.query<Entry>("erase log page", PAGE, values);
  const last = entries.at(-1)?.messageId ?? null;
  // In the order of the key, as all code locks them.
  const inOrder = entries.toReversed();
  const [open, over] = [of(inOrder, "open"), of(inOrder, "over")];
  const alone = idsOf(over.filter((entry) => entry.alone));
  // Before their deliveries, and all at once.
  await lockMessages(db, [...idsOf(open), ...alone]);
  for (const [table, part] of byPartition(open, (entry) => entry.messageId)) {
    await cancelDeliveries(db, table, phone, idsOf(part), hooked);
  }
  await db.query("erase texts", TEXTS, [alone]);
  await db.query("erase events of texts", EVENTS, [alone]);
  for (const [table, part] of byPartition(over, (entry) => entry.messageId)) {
    await db.query(`erase entries ${table}`, entriesStatement(table), [idsOf(part), phone]);
  }
  return {
    erased: { outbox: over.length },
    cursor: entries.length === AT_ONCE ? last : null,
    waits: open.length + of(entries, "waits").length,
  };
}

const of = (entries: readonly Entry[], stage: Entry["stage"]): readonly Entry[] =>
  entries.filter((entry) => entry.stage === stage);
const idsOf = (entries: readonly Entry[]): readonly Uuid[] => entries.map(({ messageId }) => messageId);

/**
 * Entries written since the request are not erased, except pages of an audience that was being read then, and messages
 * that an earlier schedule sent to the number itself.
 */
const PAGE = `
select d.message_id as "messageId", coalesce(${isToOne("m.")}, false) as alone,
  case when d.id > $3::bigint and case when m.audience is not null then d.message_id >= $4::uuid
      else not exists (select from schedules s where s.id = m.schedule_id and s.created_at < $5) end then 'later'
    when d.state in ('queued', 'held') then 'open'
    when (d.state not in ('sending', 'sent', 'unknown') or d.state <> 'sending'
        and coalesce(d.marked_at, d.sent_at, '-infinity') < now() - interval '${REPORTED_WITHIN}')
      and (m.id is null or m.state not in ('scheduled', 'resolving')
        and not exists (select from fanouts f where f.message_id = m.id))
    then 'over' else 'waits' end as stage
from (select * from deliveries where phone = $1 and message_id < $2::uuid
  order by message_id desc limit ${AT_ONCE}) d
left join lateral (select id, state, accepted, audience, schedule_id from messages where id = d.message_id offset 0) m on true
order by d.message_id desc`;

/** The text of a message to one person concerns that person; the text of one to many belongs to the sender. */
const TEXTS = `
update messages set body = '${ERASED}', media = '{}', variants = null where id = any($1::uuid[])`;

const EVENTS = `
with changed as (
  update events set data = data - ${TEXT_KEYS}
  where message_id = any($1::uuid[]) and kind = 'new_sms' returning id
),${ANSWERS_FORGOTTEN}
select 1`;

/**
 * No country code begins with 0: no one has this number, lists and cursors treat it as a number, and it does not link
 * two entries of a person.
 */
function entriesStatement(table: string): string {
  return `
update ${table} d set phone = '+0' || d.id, response = null, own_text = case when d.own_text is not null then '${ERASED}' end
from (select message_id, phone from ${table} where message_id = any($1::uuid[]) and phone = $2 order by message_id for update) held
where d.message_id = held.message_id and d.phone = held.phone`;
}

async function cancelDeliveries(
  db: Db,
  table: string,
  phone: Phone,
  ids: readonly Uuid[],
  hooked: () => void,
): Promise<void> {
  await db.query("erase retries", RETRIES, [ids, phone]);
  const deliveries = [ids, ids.map(() => phone)];
  await db.query("erase holds", holdsOf(), deliveries);
  // As a cancel would, with a reason of its own.
  const ending = endWaiting(table, "erased");
  const [row] = await db.query<{ hooks: number }>(`erase open ${table}`, ending, deliveries);
  if (row!.hooks > 0) db.afterCommit(hooked);
  // A worker that had locked the delivery may have held it back meanwhile. Locked rows are being released, which waits
  // for the delivery and deletes them, too.
  await db.query("erase new holds", holdsOf("skip locked"), deliveries);
  // A message with a chunk is completed when that ends.
  await completeEvenPaused(db, table, ids);
}

const RETRIES = `
delete from retries where ctid = any(array(
  select ctid from retries where message_id = any($1::uuid[]) and phone = $2 order by message_id for update))`;
