import type { Keyword } from "#domain/inbox/keyword";
import { writtenReasons } from "#domain/opt-out/written-reasons";
import type { Phone } from "#domain/recipients/phone";
import type { Uuid } from "#lib/ids";

import { BUCKET_S } from "../../buckets.ts";
import type { Db } from "../../database.ts";
import { areaOf, counted } from "../stats/stat-deltas.ts";

/** A message from a person. `at`: milliseconds since 1970. */
export type DemoReply = {
  readonly phone: Phone;
  readonly text: string;
  readonly keyword: Keyword | null;
  readonly at: number;
};

/**
 * Writes replies of the past, with what a STOP did then: the number is on the list and left its groups. The webhook has
 * failed to deliver those of the last day. Must run in a transaction.
 *
 * @param to.recipient what they wrote to
 * @param to.webhookId null: there is none
 */
export async function addDemoReplies(
  db: Db,
  replies: readonly DemoReply[],
  to: { readonly gateway: string; readonly recipient: string; readonly webhookId: Uuid | null },
): Promise<void> {
  const rows = replies.toSorted((a, b) => a.at - b.at).map(({ at, ...reply }) => ({ ...reply, at: new Date(at) }));
  await db.query("demo replies", REPLIES, [JSON.stringify(rows), to.gateway, to.recipient]);
  await db.query("demo opt-outs", OPT_OUTS, [JSON.stringify(rows), to.gateway]);
  await db.query("demo replies read", READ, [rows.map(({ phone }) => phone)]);
  await db.query("demo webhook failures", FAILURES, [to.webhookId, rows.map(({ phone }) => phone)]);
}

const GIVEN = `
given as materialized (
  select * from json_to_recordset($1::json) as r(phone text, text text, keyword text, at timestamptz)
)`;

const bucketOf = (time: string): string =>
  `to_timestamp(floor(extract(epoch from ${time}) / ${BUCKET_S}) * ${BUCKET_S})`;

const REPLIES = `
with ${GIVEN},
stored as (
  insert into inbox (gateway, provider_id, sender, recipient, body, keyword, at)
  select $2, 'demo-' || phone || '-' || extract(epoch from at), phone, $3, text, keyword, at from given order by at
  returning id, sender, body, keyword, at
),
logged as (
  insert into events (at, kind, phone, data)
  select at, 'new_incoming_sms', sender, jsonb_build_object('id', id, 'sender', sender, 'recipient', $3::text,
    'text', body, 'media', '[]'::jsonb, 'gateway', $2::text, 'keyword', keyword, 'command_name', keyword)
  from stored order by id
),${counted(`
  select ${bucketOf("at")}, '', null::uuid, $2, ${areaOf("phone")}, 'reply', false, null::smallint, count(*), 0
  from given group by 1, 5`)}
select count(*) from stored`;

const OPT_OUTS = `
with ${GIVEN},
stop as materialized (select * from given where keyword = 'stop'),
listed as (
  insert into suppressions (phone, reason, source, at)
  select phone, '${writtenReasons.byText}', 'sandbox:' || $2, at from stop order by phone
  on conflict do nothing returning phone, at, reason, source
),
gone as (
  update memberships m set state = 'left', since = stop.at from stop join subscribers s on s.phone = stop.phone
  where m.subscriber_id = s.id and m.state <> 'left'
  returning m.subscriber_id, m.group_id, stop.at, stop.text
),
consent as (
  insert into consents (subscriber_id, group_id, kind, at, source, wording)
  select subscriber_id, group_id, 'left', at, 'sandbox', text from gone order by subscriber_id, group_id
),
logged as (
  insert into events (at, kind, phone, data)
  select at, 'suppression.added', phone, jsonb_build_object('reason', reason, 'source', source, 'kind', 'opt_out')
  from listed order by at
),${counted(`
  select ${bucketOf("at")}, '', null::uuid, '', ${areaOf("phone")}, 'opt_out', false, null::smallint, count(*), 0
  from listed group by 1, 5`)}
select count(*) from gone`;

/** Replies older than two days count as read. */
const READ = `
update inbox_threads t set read_id = last_id from inbox i
where t.sender = any($1::text[]) and i.id = t.last_id and i.at < now() - interval '2 days'`;

/** An event has the time of its delivery. */
const FAILURES = `
insert into webhook_deliveries (webhook_id, event_id, kind, state, attempt, last_error, created_at)
select $1::uuid, id, kind, 'failed', 8, 'connect ECONNREFUSED', at from events
where $1::uuid is not null and kind = 'new_incoming_sms' and phone = any($2::text[]) and at > now() - interval '1 day'
order by id`;
