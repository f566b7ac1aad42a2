import { byKey } from "#domain/deliveries/queue";
import type { MessageContent } from "#domain/messages/content";
import { priorityOf, type Audience, type Category } from "#domain/messages/message";
import type { DeliveryState } from "#domain/deliveries/delivery-state";
import type { Phone } from "#domain/recipients/phone";
import { uuidTime, type Uuid } from "#lib/ids";
import { isoTime } from "#lib/iso-time";

import type { Db } from "../../database.ts";
import { CONTENT_BESIDE_TEXT } from "../../message-content.ts";
import { byPartition } from "../../partitions.ts";
import { reported } from "../deliveries/event-data.ts";
import { progressed } from "../deliveries/state-changes.ts";
import { countedDeliveries } from "./demo-counts.ts";

/** A message of the past: completed. The time of its id is when it was accepted. Times: milliseconds since 1970. */
export type DemoMessage = {
  readonly id: Uuid;
  readonly category: Category;
  readonly content: MessageContent;
  readonly audience: Audience | null;
  /** Of all its deliveries: without, and with those who had opted out before. */
  readonly accepted: number;
  readonly suppressed: number;
  readonly firstSentAt: number | null;
  readonly finishedAt: number;
  /** Its progress is rolled up, as that of every message to an audience. */
  readonly rolledUp: boolean;
};

export type DemoDelivery = {
  readonly messageId: Uuid;
  readonly phone: Phone;
  readonly state: DeliveryState;
  readonly segments: number;
  readonly ownText: string | null;
  readonly sentAt: number | null;
  readonly deliveredAt: number | null;
  /** When it failed; null: it did not, or opted-out people were left out at once. */
  readonly endedAt: number | null;
  readonly failure: string | null;
  readonly response: string | null;
};

const AT_ONCE = 2_000;
const VALID_MS = 259_200_000;

/**
 * Writes messages of the past with their deliveries, events and counts, as they would be here if they had been sent
 * then. No webhook is called. The months' partitions must exist. Must run in a transaction.
 */
export async function addDemoHistory(
  db: Db,
  history: { readonly messages: readonly DemoMessage[]; readonly deliveries: readonly DemoDelivery[] },
  by: { readonly principal: string; readonly gateway: string; readonly route: string },
): Promise<void> {
  const byId = new Map(history.messages.map((message) => [message.id, message]));
  for (const [table, part] of byPartition(history.deliveries.toSorted(byKey), ({ messageId }) => messageId)) {
    for (let at = 0; at < part.length; at += AT_ONCE) {
      const page = part.slice(at, at + AT_ONCE);
      const messages = [...new Set(page.map(({ messageId }) => messageId))].map((id) => byId.get(id)!);
      await db.query(`demo history ${table}`, statement(table), [
        JSON.stringify(messages.map(messageRow)),
        JSON.stringify(page.map(deliveryRow)),
        by.principal,
        by.gateway,
        by.route,
      ]);
    }
  }
}

function messageRow(message: DemoMessage): object {
  const { text: body, ...content } = message.content;
  return {
    ...content,
    id: message.id,
    body,
    category: message.category,
    priority: priorityOf[message.category],
    audience: message.audience,
    accepted: message.accepted,
    suppressed: message.suppressed,
    valid_until: isoTime(uuidTime(message.id) + VALID_MS),
    first_sent_at: isoTime(message.firstSentAt),
    finished_at: isoTime(message.finishedAt),
    rolled_up: message.rolledUp,
  };
}

function deliveryRow({ messageId, ownText, sentAt, deliveredAt, endedAt, ...same }: DemoDelivery): object {
  const times = { sent_at: isoTime(sentAt), delivered_at: isoTime(deliveredAt), ended_at: isoTime(endedAt) };
  return { ...same, ...times, message_id: messageId, own_text: ownText };
}

function statement(table: string): string {
  return `
with named as materialized (
  select * from json_to_recordset($1::json) as m(id uuid, body text, ${CONTENT_BESIDE_TEXT.record}, category text,
    priority smallint, audience jsonb, accepted integer, suppressed integer, valid_until timestamptz,
    first_sent_at timestamptz, finished_at timestamptz, rolled_up boolean)
),
given as materialized (
  select * from json_to_recordset($2::json) as r(message_id uuid, phone text, state delivery_state, segments smallint,
    own_text text, sent_at timestamptz, delivered_at timestamptz, ended_at timestamptz, failure text, response text)
),
message as (
  insert into messages (id, state, category, priority, route, body, ${CONTENT_BESIDE_TEXT.columns}, valid_until, rolled_up,
    audience, matched, accepted, suppressed, created_by, first_sent_at, finished_at)
  select id, 'completed', category, priority, $5, body, ${CONTENT_BESIDE_TEXT.values}, valid_until, rolled_up,
    audience, accepted + suppressed, accepted, suppressed, $3, first_sent_at, finished_at
  from named order by id on conflict (id) do nothing
),
written as (
  insert into ${table} (message_id, phone, state, attempt, gateway, segments, marked_at, sent_at, delivered_at, response,
    failure, own_text)
  select message_id, phone, state, left_queue::int, case when left_queue then $4 end, segments,
    case when left_queue then coalesce(sent_at, ended_at) end, sent_at, delivered_at, response, failure, own_text
  from (select *, state not in ('suppressed', 'expired') as left_queue from given) g order by message_id, phone
  returning message_id, phone, id, state, gateway, segments, sent_at, delivered_at, failure, response
),
past as materialized (
  select w.*, m.category, case when m.rolled_up then m.id end as split, w.state = 'suppressed' as at_once, g.ended_at
  from written w join named m on m.id = w.message_id
  join given g on g.message_id = w.message_id and g.phone = w.phone
),
logged as (
  insert into events (at, kind, message_id, phone, data)
  select at, kind, message_id, phone, data from (
    select sent_at as at, 'message.sent' as kind, message_id, phone, ${SENT} as data from past where sent_at is not null
    union all
    select coalesce(delivered_at, ended_at), case when state in ('delivered', 'unknown') then 'message.' || state
      else 'message.failed' end, message_id, phone, ${ENDED}
    from past where coalesce(delivered_at, ended_at) is not null
  ) happened order by at
),${progressed(`
  select split, state, left(coalesce(failure, ''), 100), count(*) from past where split is not null
  group by 1, 2, 3 order by 1, 2, 3`)},${countedDeliveries("past", 1)}
select count(*)::int as count from written`;
}

const SENT = `jsonb_build_object('id', id, 'state', 'sent', 'gateway', gateway, 'segments', segments, 'error', null, 'response', null)`;
const ENDED = reported({ error: "failure", response: "response", channel: false });
