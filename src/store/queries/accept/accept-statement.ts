import { CHUNK_SIZE } from "#domain/deliveries/queue";

import { CONTENT_BESIDE_TEXT } from "../../message-content.ts";
import { progressed, tallied } from "../deliveries/state-changes.ts";
import { areaOf, countedNew } from "../stats/stat-deltas.ts";
import { SUPPRESSES } from "../suppressions/suppression-fragment.ts";

/** Messages with more recipients have their progress rolled up; those with fewer are counted on request. */
const COUNTED_UP_TO = 1_000;
const ROLLED_UP = `audience is not null or accepted > ${COUNTED_UP_TO}`;

/** How the recipients of a batch are given; each form takes the parameters of the one before it, and more. */
const FORMS = {
  /** At most one chunk of messages to one number each, and nothing is resolved later: what applications send. */
  single: {
    phone: { parameter: ", $13::text[]", column: ", phone" },
    named: "req m on m.phone = s.phone",
    recipients: `not materialized (
  select id as message_id, phone, route, priority, category, null::uuid as counted_for, false as blocked from won
)`,
    columns: "",
    chunks: { messages: "count(*)", of: "recipient group by route, priority" },
    more: "",
  },
  /**
   * $13: phones of all recipients; $17: their messages (index, from 1); $18, $19: message and phone of those who opted
   * out.
   */
  general: general("unnest($17::int4[], $13::text[]) as r(place, phone)"),
  /**
   * Some recipients have texts of their own. $20, $21: text and segments of each recipient in $13; $22 to $25: message,
   * phone, text and segments of those that belong to an audience which is still to be read. They go to
   * `prepared_texts`: nothing may be sent before everyone has a text.
   */
  personal: general(
    "unnest($17::int4[], $13::text[], $20::text[], $21::int2[]) as r(place, phone, own_text, own_segments)",
    ["own_text", "own_segments"],
    `,
prepared as (
  insert into prepared_texts (message_id, phone, body, segments)
  select id, phone, own_text, own_segments
  from won join unnest($22::int4[], $23::text[], $24::text[], $25::int2[]) as r(place, phone, own_text, own_segments) using (place)
  order by id, phone
)`,
  ),
};

export type Form = keyof typeof FORMS;

function general(recipients: string, own: readonly string[] = [], prepared = "") {
  const columns = own.map((name) => `, ${name}`).join("");
  const of = `route, priority, category, case when ${ROLLED_UP} then id end as counted_for`;
  return {
    phone: { parameter: "", column: "" },
    named: "unnest($17::int4[], $13::text[]) as r(place, phone) on r.phone = s.phone join req m on m.place = r.place",
    recipients: `materialized (
  select id as message_id, phone, ${of}, false as blocked${columns}
  from won join ${recipients} using (place)
  union all
  select id, phone, ${of}, true${own.map(() => ", null").join("")}
  from won join unnest($18::int4[], $19::text[]) as r(place, phone) using (place)
)`,
    columns,
    chunks: {
      messages: "count(distinct message_id)",
      of: `(
    select message_id, phone, route, priority,
      (row_number() over (partition by route, priority order by message_id, phone) - 1) / ${CHUNK_SIZE} as nth
    from recipient where not blocked
  ) numbered group by route, priority, nth`,
    },
    more: `${prepared},
resolving as (
  insert into fanouts (message_id) select id from won where audience is not null order by id
),${progressed(`
  select id, 'suppressed', 'suppressed', suppressed from won where suppressed > 0 and (${ROLLED_UP}) order by id`)}`,
  };
}

const texts = new Map<string, string>();

/**
 * The single statement of the accept path, for the month's partition.
 *
 * - $1-$12: id, key, fingerprint, status, reply, body, accepted, duplicates, invalid, suppressed, index in $14 and
 *   schedule of each message. In binary form: as JSON they cost the database 12 of 86 µs per message.
 * - $13 and from $17: their recipients, as the form says.
 * - $14: JSON array of what many messages of a batch share, stated once: read per message it was a tenth of the total.
 * - $15: their quarter hour in the roll-up.
 * - $16: the deadline after which the caller no longer waits for the answer. A server that was suspended finds
 *   statements of calls that were answered with a failure long ago: then it writes nothing and returns a row without id
 *   and phone.
 *
 * It returns the ids of messages whose key was used before, which are rare: it wrote all the others. If one of the
 * recipients turns out to be suppressed, it writes nothing and returns those with their message's id instead: the
 * counts of a reply must be known before it is stored, and querying first would cost every flush a round trip for a
 * rare case.
 *
 * Everything depends on `won`: a key that lost the race for its idempotency row inserts nothing at all. Every multi-row
 * insert is ordered by its key, so that overlapping batches wait for each other and never deadlock.
 *
 * That a message was accepted is shown by its row. The one event of all of them, which names a message that is alone,
 * is for views that show changes live.
 */
export function acceptStatement(table: string, form: Form): string {
  const name = `${form} ${table}`;
  let text = texts.get(name);
  if (!text) texts.set(name, (text = build(table, FORMS[form])));
  return text;
}

function build(table: string, form: (typeof FORMS)[Form]): string {
  const own = form.columns && ", own_text, segments";
  return `
with req as materialized (
  select *
  from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::int2[], $5::text[], $6::text[], $7::int4[], $8::int4[], $9::int4[],
      $10::int4[], $11::int2[], $12::uuid[]${form.phone.parameter}) with ordinality
    as m(id, key, fingerprint, status, reply, body, accepted, duplicates, invalid, suppressed, common, schedule_id${form.phone.column}, place)
  join json_to_recordset($14::json) as c(
    common smallint, ${CONTENT_BESIDE_TEXT.record}, category text, priority smallint, route text, valid_for integer,
    rate_per_minute integer, audience jsonb, resent_audience jsonb, named jsonb, created_by text, answers_opt_out boolean)
    using (common)
  where now() < $16
),
listed as materialized (
  select phone, sender, kind from suppressions where phone = any($13::text[])
),
-- The list is almost always empty, and then no recipient is read for this.
stop as materialized (
  select distinct m.id, s.phone from listed s
  join ${form.named}
  where exists (select from listed) and ${SUPPRESSES}
),
idem as (
  insert into idempotency_keys (key, fingerprint, status, body)
  select key, fingerprint, status, reply from req
  where key is not null and not exists (select from stop) order by key
  on conflict do nothing
  returning key
),
won as materialized (
  select * from req
  where not exists (select from stop) and (key is null or key in (select key from idem))
),
message as (
  insert into messages (id, state, category, priority, route, body, ${CONTENT_BESIDE_TEXT.columns}, valid_until, rate_per_minute,
    rolled_up, audience, resent_audience, named, schedule_id, matched, accepted, duplicates, invalid, suppressed,
    created_by, answers_opt_out)
  select id, case when audience is null then 'running'::message_state else 'resolving' end, category, priority, route,
    body, ${CONTENT_BESIDE_TEXT.values}, now() + make_interval(secs => valid_for), rate_per_minute,
    ${ROLLED_UP}, audience, resent_audience, named, schedule_id,
    accepted + suppressed + duplicates + invalid, accepted, duplicates, invalid, suppressed, created_by, answers_opt_out
  from won order by id
),
recipient as ${form.recipients},
ledger as (
  insert into ${table} (message_id, phone, state, failure${own})
  select message_id, phone, case when blocked then 'suppressed'::delivery_state else 'queued' end,
    case when blocked then 'suppressed' end${form.columns}
  from recipient order by message_id, phone
),
queue as (
  insert into chunks (message_id, route, priority, message_ids, phones)
  select case when ${form.chunks.messages} = 1 then (array_agg(message_id))[1] end, route, priority,
    case when ${form.chunks.messages} > 1 then array_agg(message_id order by message_id, phone) end,
    array_agg(phone order by message_id, phone)
  from ${form.chunks.of}
),
logged as (
  insert into events (kind, message_id, data)
  select 'message.accepted', case when count(*) = 1 then (array_agg(id))[1] end, json_build_object('messages', count(*))
  from won having count(*) > 0
)${form.more},${tallied(`
  select $15::timestamptz, count(*), 0, count(*) filter (where blocked) from recipient having count(*) > 0`)},${countedNew(`
  select $15::timestamptz, category, counted_for, '', area, case when blocked then 'suppressed' else 'accepted' end, count(*)
  from (select category, counted_for, blocked, ${areaOf("phone")} as area from recipient) r
  group by category, counted_for, area, blocked`)}
select id, null as phone from req where not exists (select from stop) and id not in (select id from won)
union all select id, phone from stop
union all select null, null where now() >= $16`;
}
