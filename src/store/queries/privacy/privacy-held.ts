import { HIDDEN_TEXT } from "#domain/messages/message";
import type { HeldKind } from "#domain/privacy/privacy-store";
import { FIRST_ID, LAST_ID } from "#lib/ids";

/** `all`: a row for each item held about $1. `rows`: $3 of them after $2, with key and data. */
type Held = { readonly all: string; readonly rows: string };

const time = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Tables with a numeric id. */
function numbered(table: string, where: string, fields: string): Held {
  return {
    all: `select 1 from ${table} t where ${where}`,
    rows: `
select t.id::text as key, json_build_object(${fields}) as data from ${table} t
where ${where} and t.id > coalesce($2::text, '0')::bigint order by t.id limit $3`,
  };
}

const alerted = "name = 'alerts' and jsonb_exists(value -> 'numbers', $1)";

const holds =
  "jsonb_exists(t.message->'phones', $1) or exists (select from schedule_recipients r where r.set_id = t.frozen_set and r.phone = $1)";

/**
 * The data held about a number, by kind, except its consents, which are encrypted. The text of a one-time password is
 * never disclosed, not even here.
 */
export const HELD: Readonly<Record<Exclude<HeldKind, "consent">, Held>> = {
  subscriber: numbered(
    "subscribers",
    "t.phone = $1",
    `'id', t.id, 'mobile', t.phone, 'name', t.name, 'customFields', t.custom_fields,
     'locale', t.locale, 'timeZone', t.time_zone, 'bouncedAt', ${time("t.bounced_at")}, 'createdAt', ${time("t.created_at")},
     'groups', coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name, 'state', m.state, 'since', ${time("m.since")}) order by g.id)
       from memberships m join groups g on g.id = m.group_id where m.subscriber_id = t.id), '[]')`,
  ),
  form_request: numbered(
    "form_requests",
    "t.phone = $1",
    `'id', t.id, 'form', t.slug, 'mobile', t.phone, 'name', t.name, 'groupIds', t.group_ids,
     'customFields', t.custom_fields, 'ip', t.ip, 'at', ${time("t.at")}`,
  ),
  customer: numbered(
    "customers",
    "t.phone = $1",
    `'id', t.id, 'name', t.name, 'phone', t.phone, 'country', t.country, 'createdAt', ${time("t.created_at")}`,
  ),
  user: numbered(
    "users",
    "t.phone = $1",
    `'id', t.id, 'username', t.username, 'name', t.name, 'email', t.email, 'phone', t.phone, 'createdAt', ${time("t.created_at")}`,
  ),
  suppression: numbered(
    "suppressions",
    "t.phone = $1",
    `'id', t.id, 'phone', t.phone, 'kind', t.kind, 'sender', nullif(t.sender, ''), 'reason', t.reason, 'source', t.source,
     'addedBy', t.added_by, 'at', ${time("t.at")}`,
  ),
  order_notice: {
    all: "select 1 from order_notices t where $1 = any(t.numbers)",
    rows: `
select t.status || '/' || t.reader as key, json_build_object('status', t.status, 'to', t.reader, 'number', $1::text) as data
from order_notices t where $1 = any(t.numbers) and t.status || '/' || t.reader > coalesce($2::text, '') order by 1 limit $3`,
  },
  alert: {
    all: `select 1 from settings where ${alerted} union all select 1 from alert_notifications where recipient = $1`,
    // The setting before what was sent: "0" is before every id.
    rows: `
select key, data from (
  select '0' as key, json_build_object('setting', 'alerts.numbers', 'number', $1::text, 'updatedAt', ${time("updated_at")}) as data from settings where ${alerted}
  union all
  select t.id::text, json_build_object('alertId', t.alert_id, 'kind', a.kind, 'event', t.event, 'number', t.recipient, 'state', t.state,
    'at', ${time("t.created_at")})
  from alert_notifications t join alerts a on a.id = t.alert_id where t.recipient = $1) named
where key > coalesce($2::text, '') collate "C" order by key collate "C" limit $3`,
  },
  schedule: {
    all: `select 1 from schedules t where ${holds}`,
    rows: `
select t.id::text as key, json_build_object('scheduleId', t.id, 'state', t.state, 'nextRun', ${time("t.next_run")},
  'message', case when t.message->>'category' <> 'otp' then t.message->>'text' else '${HIDDEN_TEXT}' end) as data
from schedules t where (${holds}) and t.id > coalesce($2::text, '${FIRST_ID}')::uuid
order by t.id limit $3`,
  },
  inbound: numbered(
    "inbox",
    "t.sender = $1",
    `'id', t.id, 'receivedAt', ${time("t.at")}, 'sender', t.sender, 'recipient', t.recipient, 'message', t.body,
     'media', t.media, 'keyword', t.keyword, 'gateway', t.gateway`,
  ),
  outbox: {
    all: "select 1 from deliveries t where t.phone = $1",
    // `offset 0` keeps the lookup of each message by its key. Of an expired month messages are deleted first, entries
    // after them.
    rows: `
select t.message_id::text as key, json_build_object('id', t.id, 'messageId', t.message_id,
  'recipient', t.phone, 'sender', m.sender, 'message', case when m.category <> 'otp' then coalesce(t.own_text, m.body) else '${HIDDEN_TEXT}' end,
  'media', m.media, 'state', t.state, 'gateway', t.gateway, 'sentAt', ${time("t.sent_at")},
  'deliveredAt', ${time("t.delivered_at")}, 'error', t.failure) as data
from (select * from deliveries where phone = $1 and message_id < coalesce($2::text, '${LAST_ID}')::uuid
  order by message_id desc limit $3) t
left join lateral (select category, sender, body, media from messages where id = t.message_id offset 0) m on true
order by t.message_id desc`,
  },
};
