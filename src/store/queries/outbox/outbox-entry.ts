import { contentOf, withOwnText, type MessageContent } from "#domain/messages/content";
import { isRemoved } from "#domain/messages/removed-text";
import type { EntryEvent, EntryFacts, EntryWebhook, LockedEntry, OutboxEntryStore } from "#domain/outbox/entry-store";
import type { OutboxStore } from "#domain/outbox/outbox-store";
import type { ConsentKeys } from "#domain/consent/consent-keys";
import { everySpelling } from "#domain/recipients/other-spelling";
import type { Phone } from "#domain/recipients/phone";

import { byteaArray, textArray } from "../../binary-array.ts";
import type { Db } from "../../database.ts";
import { CONTENT_SELECTED, contentIn } from "../../message-content.ts";
import { deliveriesTable } from "../../partitions.ts";
import { everLeft } from "../consent/left-fragment.ts";
import { audienceOf, goesToMembers, isMemberOf } from "../newsletter/end-queued.ts";
import { appendEvents } from "../webhooks/events.ts";
import { eventsOf, IS_RARE } from "./entry-events.ts";
import { outboxKey } from "./outbox-key.ts";

type Row = Omit<EntryFacts, "entry" | "events" | "webhooks"> & { readonly eventful: boolean };

/**
 * `offset 0` keeps the lookup by the whole key. The ids of a provider were written by the statement that recorded that
 * it accepted the message: its instant finds them, and their day.
 */
const FACTS = `
select m.created_by as "createdBy", (select name from users where 'builtin:' || id = m.created_by limit 1) as "createdByName",
  m.schedule_id as "scheduleId", m.audience is not null as "byAudience", m.route, m.valid_until as "validUntil",
  m.finished_at as "finishedAt", d.attempt, d.marked_at as "markedAt",
  (select nullif(due, 'infinity') from retries r where r.message_id = d.message_id and r.phone = d.phone) as "retryAt",
  array(select r.provider_id from provider_refs r
    where r.at = d.sent_at and r.message_id = d.message_id and r.phone = d.phone order by 1 limit 10) as "providerIds",
  m.rolled_up as eventful
from (select * from deliveries where message_id = $1 and phone = $2 offset 0) d join messages m on m.id = d.message_id`;

const WEBHOOKS = `
select d.id, d.webhook_id as "webhookId", w.url, d.kind, d.state, d.attempt as attempts, d.last_status as "lastStatus",
  d.created_at as "createdAt", d.delivered_at as "deliveredAt", case when d.state = 'pending' then d.due end as "nextTryAt"
from webhook_deliveries d join webhooks w on w.id = d.webhook_id
where d.event_id = any($1::bigint[]) order by d.id limit 100`;

type LockedRow = MessageContent &
  Omit<LockedEntry, "content"> & { readonly own_text: string | null; readonly erasing: boolean };

/**
 * The rest is read in a statement of its own, whose snapshot is taken once no other call resends the entry. An entry
 * that is still to be erased, because a receipt is expected, counts as erased: the resent message would stay.
 *
 * $3 and $4: the numbers of the phone, and their lookups in the consent ledger.
 */
const LOCKED = `
select d.id, d.state, d.own_text, m.category, m.route, ${audienceOf("m")} as audience, ${CONTENT_SELECTED},
  exists (select from erasures e where e.phone = $2 and d.id <= e.last_entry) as erasing,
  (select (e.data->>'as')::uuid from events e
    where e.message_id = m.id and e.phone = $2 and ${IS_RARE} and e.kind = 'outbox.resent' limit 1) as "resentAs",
  ${goesToMembers("m")} and coalesce((
    select bool_and(g.state <> 'active') from subscribers s join memberships g on g.subscriber_id = s.id
    where s.phone = any($3::text[]) and ${isMemberOf("m", "g.group_id")}),
    ${everLeft({ phone: "any($3::text[])", lookup: "any($4::bytea[])" }, (group) => isMemberOf("m", group))}) as "hasLeft"
from (
  select message_id, id, state, own_text from deliveries where message_id = $1 and phone = $2 offset 0
) d join messages m on m.id = d.message_id`;

/**
 * Waits for a transaction in which the person is leaving; one that begins later finds the resend. Locked before the
 * entry, in the order that leaving uses.
 */
const LOCK_PERSON = "select from subscribers where phone = any($1::text[]) order by phone for share";

/** @param webhooks called after a commit that left work for the webhook sender */
export function outboxEntryQueries(
  db: Db,
  outbox: Pick<OutboxStore, "read">,
  keys: Pick<ConsentKeys, "lookup">,
  webhooks: () => void,
): OutboxEntryStore {
  return {
    key: outboxKey(db),
    async facts(key) {
      const [entry] = await outbox.read([key]);
      if (!entry) return null;
      const [row] = await db.query<Row>("entry facts", FACTS, [key.messageId, key.phone]);
      if (!row) return null;
      const { eventful, ...facts } = row;
      const events: EntryEvent[] = await eventsOf(db, { ...key, id: entry.id, eventful });
      const tries = events.length === 0 ? [] : await webhooksOf(events);
      return { entry, ...facts, events, webhooks: tries };
    },
    async lock({ messageId, phone }) {
      const table = deliveriesTable(messageId);
      // A missing table would end the transaction.
      const [month] = await db.query<{ there: boolean }>(
        "month of an entry",
        "select to_regclass($1) is not null as there",
        [table],
      );
      if (!month!.there) return null;
      const phones = everySpelling([phone as Phone]);
      await db.query("lock person of entry", LOCK_PERSON, [textArray(phones)]);
      await db.query(`lock entry ${table}`, `select 1 from ${table} where message_id = $1 and phone = $2 for update`, [
        messageId,
        phone,
      ]);
      const lookups = phones.map((one) => keys.lookup(one));
      const values = [messageId, phone, textArray(phones), byteaArray(lookups)];
      const [row] = await db.query<LockedRow>("locked entry", LOCKED, values);
      if (!row) return null;
      const { id, state, category, route, audience, resentAs, hasLeft, erasing } = row;
      return { id, state, category, route, audience, resentAs, hasLeft, content: erasing ? null : contentSent(row) };
    },
    async link({ messageId, phone, id }, { as, by }) {
      const [created] = await db.query<{ id: number }>(
        "resent entry",
        "select id from deliveries where message_id = $1 and phone = $2",
        [as, phone],
      );
      const resentId = created!.id;
      await appendEvents(
        db,
        [
          { kind: "outbox.resent", messageId, phone, data: { id, as, entry: resentId, by } },
          { kind: "outbox.resend", messageId: as, phone, data: { id: resentId, of: messageId, entry: id, by } },
        ],
        webhooks,
      );
      return resentId;
    },
  };

  function webhooksOf(events: readonly EntryEvent[]): Promise<EntryWebhook[]> {
    return db.query<EntryWebhook>("entry webhooks", WEBHOOKS, [events.map(({ id }) => id)]);
  }
}

function contentSent(row: LockedRow): MessageContent | null {
  const content = contentIn(row);
  const text = row.own_text ?? (content.personal ? null : content.text);
  if (text === null || isRemoved(text)) return null;
  return row.own_text === null ? contentOf(content) : withOwnText(content, text);
}
