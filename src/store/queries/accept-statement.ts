/** Recipients per chunk: one claim leases this many at most. */
export const CHUNK_SIZE = 500;

const texts = new Map<string, string>();

/**
 * The one statement of the accept path, for the month's partition. $1: JSON array of messages; $2: JSON array of what
 * many messages of a batch share, told once (read per message it was a tenth of the statement); $3: their quarter
 * hour in the roll-up.
 *
 * It returns the ids it wrote. Where one of `phones` turns out to be suppressed it writes nothing and returns those
 * numbers instead: what a reply counts must be known before the reply is kept, and asking first would cost every
 * flush a round trip for what is rare.
 *
 * Everything hangs on `won`: a key that lost the race for its idempotency row inserts nothing at all. Every
 * multi-row insert is ordered by its key, so that overlapping batches wait for each other and never deadlock.
 */
export function acceptStatement(table: string): string {
  let text = texts.get(table);
  if (!text) texts.set(table, (text = build(table)));
  return text;
}

function build(table: string): string {
  return `
with req as materialized (
  select *, json_array_length(phones) as accepted, coalesce(json_array_length(blocked), 0) as suppressed
  from json_to_recordset($1::json) as m(
    id uuid, key text, fingerprint text, status smallint, reply text, body text, phones json, blocked json,
    duplicates integer, invalid integer, common smallint)
  join json_to_recordset($2::json) as c(
    common smallint, category text, lane smallint, route text, sender text, flash boolean, media json, encoding text,
    segments smallint, valid_for integer, at_least_once boolean, audience jsonb, created_by text) using (common)
),
stop as materialized (
  select phone from suppressions
  where phone = any(array(select json_array_elements_text(phones) from req))
),
idem as (
  insert into idempotency_keys (key, fingerprint, status, body)
  select decode(key, 'hex'), decode(fingerprint, 'hex'), status, reply from req
  where key is not null and not exists (select from stop) order by 1
  on conflict do nothing
  returning key
),
won as materialized (
  select * from req
  where not exists (select from stop) and (key is null or decode(key, 'hex') in (select key from idem))
),
message as (
  insert into messages (id, state, category, lane, route, sender, body, flash, media, encoding, segments, valid_until,
    at_least_once, audience, matched, accepted, duplicates, invalid, suppressed, created_by)
  select id, case when audience is null then 'running'::message_state else 'resolving' end, category, lane, route, sender,
    body, flash, array(select json_array_elements_text(media)), encoding, segments,
    now() + make_interval(secs => valid_for), at_least_once, audience, accepted + suppressed + duplicates + invalid,
    accepted, duplicates, invalid, suppressed, created_by
  from won order by id
),
recipient as materialized (
  select won.id as message_id, phone, route, lane, false as blocked from won, json_array_elements_text(phones) as phone
  union all
  select won.id, phone, route, lane, true from won, json_array_elements_text(blocked) as phone
),
ledger as (
  insert into ${table} (message_id, phone, state, failure)
  select message_id, phone, case when blocked then 'suppressed'::delivery_state else 'queued' end,
    case when blocked then 'suppressed' end
  from recipient order by message_id, phone
),
numbered as (
  select message_id, phone, route, lane,
    (row_number() over (partition by route, lane order by message_id, phone) - 1) / ${CHUNK_SIZE} as nth
  from recipient where not blocked
),
queue as (
  insert into chunks (message_id, route, lane, message_ids, phones)
  select case when count(distinct message_id) = 1 then (array_agg(message_id))[1] end, route, lane,
    case when count(distinct message_id) > 1 then array_agg(message_id order by message_id, phone) end,
    array_agg(phone order by message_id, phone)
  from numbered group by route, lane, nth
),
resolving as (
  insert into fanouts (message_id) select id from won where audience is not null order by id
),
logged as (
  insert into events (kind, message_id, data)
  select 'message.accepted', id, json_build_object('accepted', accepted, 'by', created_by) from won order by id
),
tally as (
  insert into outbox_deltas (bucket, total, success, failed)
  select $3::timestamptz, count(*), 0, count(*) filter (where blocked) from recipient having count(*) > 0
)
select id, null as phone from won union all select null, phone from stop`;
}
