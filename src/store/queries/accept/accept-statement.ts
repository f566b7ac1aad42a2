import { CONTENT_BESIDE_TEXT } from "../../message-content.ts";
import { progressed, tallied } from "../deliveries/state-changes.ts";
import { areaOf, countedNew } from "../stats/stat-deltas.ts";
import { SUPPRESSES } from "../suppressions/suppression-fragment.ts";

/** Recipients per chunk: the most that one claim leases. */
export const CHUNK_SIZE = 500;

/** Messages with more recipients have their progress rolled up; those with fewer are counted on request. */
const COUNTED_UP_TO = 1_000;

const texts = new Map<string, string>();
const personalTexts = new Map<string, string>();

/**
 * The single statement of the accept path, for the month's partition.
 *
 * - $1-$12: id, key, fingerprint, status, reply, body, accepted, duplicates, invalid, suppressed, index in $17 and
 *   schedule of each message. In binary form: as JSON they cost the database 12 of 86 µs per message.
 * - $13, $14: message (its index, from 1) and phone of each recipient; $15, $16: the same for those who opted out.
 * - $17: JSON array of what many messages of a batch share, stated once: read per message it was a tenth of the total.
 * - $18: their quarter hour in the roll-up.
 * - $19: the deadline after which the caller no longer waits for the answer. A server that was suspended finds
 *   statements of calls that were answered with a failure long ago: then it writes nothing and returns a row without id
 *   and phone.
 *
 * It returns the ids of messages whose key was used before, which are rare: it wrote all the others. If one of the
 * recipients turns out to be suppressed, it writes nothing and returns those with their message's id instead: what a reply counts must be
 * known before the reply is stored, and querying first would cost every flush a round trip for a rare case.
 *
 * Everything depends on `won`: a key that lost the race for its idempotency row inserts nothing at all. Every multi-row
 * insert is ordered by its key, so that overlapping batches wait for each other and never deadlock.
 */
export function acceptStatement(table: string): string {
  let text = texts.get(table);
  if (!text) texts.set(table, (text = build(table, SHARED)));
  return text;
}

/**
 * The same for a batch in which some recipients have texts of their own: the `personalParametersOf` follow. Texts for
 * an audience that is still to be read go to `prepared_texts`: nothing may be sent before everyone has a text.
 */
export function personalStatement(table: string): string {
  let text = personalTexts.get(table);
  if (!text) personalTexts.set(table, (text = build(table, OWN)));
  return text;
}

const SHARED = {
  recipients:
    "select id as message_id, phone, route, priority, false as blocked\n  from won join unnest($13::int4[], $14::text[]) as r(place, phone) using (place)",
  stopped: "id, phone, route, priority, true",
  columns: "",
  prepared: "",
};

/** $20, $21: text and segments of each recipient in $13; $22 to $25: message, phone, text and segments to be prepared. */
const OWN = {
  recipients: `select id as message_id, phone, route, priority, false as blocked, own_text, own_segments
  from won join unnest($13::int4[], $14::text[], $20::text[], $21::int2[]) as r(place, phone, own_text, own_segments) using (place)`,
  stopped: "id, phone, route, priority, true, null, null",
  columns: ", own_text, own_segments",
  prepared: `
prepared as (
  insert into prepared_texts (message_id, phone, body, segments)
  select id, phone, own_text, own_segments
  from won join unnest($22::int4[], $23::text[], $24::text[], $25::int2[]) as r(place, phone, own_text, own_segments) using (place)
  order by id, phone
),`,
};

function build(table: string, own: typeof SHARED): string {
  return `
with req as materialized (
  select *
  from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::int2[], $5::text[], $6::text[], $7::int4[], $8::int4[], $9::int4[],
      $10::int4[], $11::int2[], $12::uuid[]) with ordinality
    as m(id, key, fingerprint, status, reply, body, accepted, duplicates, invalid, suppressed, common, schedule_id, place)
  join json_to_recordset($17::json) as c(
    common smallint, ${CONTENT_BESIDE_TEXT.record}, category text, priority smallint, route text, valid_for integer,
    rate_per_minute integer, audience jsonb, resent_audience jsonb, named jsonb, created_by text, answers_opt_out boolean)
    using (common)
  where now() < $19
),
listed as materialized (
  select phone, sender, kind from suppressions where phone = any($14::text[])
),
-- The list is almost always empty, and then no recipient is read for this.
stop as materialized (
  select distinct m.id, s.phone from listed s
  join unnest($13::int4[], $14::text[]) as r(place, phone) on r.phone = s.phone join req m on m.place = r.place
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
    audience is not null or accepted > ${COUNTED_UP_TO}, audience, resent_audience, named, schedule_id,
    accepted + suppressed + duplicates + invalid, accepted, duplicates, invalid, suppressed, created_by, answers_opt_out
  from won order by id
),
recipient as materialized (
  ${own.recipients}
  union all
  select ${own.stopped} from won join unnest($15::int4[], $16::text[]) as r(place, phone) using (place)
),${own.prepared}
ledger as (
  insert into ${table} (message_id, phone, state, failure${own.columns && ", own_text, segments"})
  select message_id, phone, case when blocked then 'suppressed'::delivery_state else 'queued' end,
    case when blocked then 'suppressed' end${own.columns}
  from recipient order by message_id, phone
),
numbered as (
  select message_id, phone, route, priority,
    (row_number() over (partition by route, priority order by message_id, phone) - 1) / ${CHUNK_SIZE} as nth
  from recipient where not blocked
),
queue as (
  insert into chunks (message_id, route, priority, message_ids, phones)
  select case when count(distinct message_id) = 1 then (array_agg(message_id))[1] end, route, priority,
    case when count(distinct message_id) > 1 then array_agg(message_id order by message_id, phone) end,
    array_agg(phone order by message_id, phone)
  from numbered group by route, priority, nth
),
resolving as (
  insert into fanouts (message_id) select id from won where audience is not null order by id
),
logged as (
  insert into events (kind, message_id, data)
  select 'message.accepted', id, json_build_object('accepted', accepted, 'by', created_by) from won order by id
),${tallied(`
  select $18::timestamptz, count(*), 0, count(*) filter (where blocked) from recipient having count(*) > 0`)},${progressed(`
  select id, 'suppressed', 'suppressed', suppressed from won
  where suppressed > 0 and (audience is not null or accepted > ${COUNTED_UP_TO}) order by id`)},${countedNew(`
  select $18::timestamptz, category, case when audience is not null or accepted > ${COUNTED_UP_TO} then id end, '', area,
    case when blocked then 'suppressed' else 'accepted' end, count(*)
  from (select message_id, blocked, ${areaOf("phone")} as area from recipient) r join won on won.id = r.message_id
  group by 2, 3, 5, 6`)}
select id, null as phone from req where not exists (select from stop) and id not in (select id from won)
union all select id, phone from stop
union all select null, null where now() >= $19`;
}
