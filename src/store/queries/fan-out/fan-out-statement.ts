import { CHUNK_SIZE } from "#domain/deliveries/queue";

import { dueIn, FANOUTS, heldRow } from "../../leases.ts";
import { progressed, tallied } from "../deliveries/state-changes.ts";
import { areaOf, countedNew } from "../stats/stat-deltas.ts";
import { listedOf, SUPPRESSES } from "../suppressions/suppression-fragment.ts";
import { mayBeSpelledTwice, otherSpellingOf } from "../other-spelling-sql.ts";
import { hasLeft, type PhoneReader } from "./phone-readers.ts";

/** Where the numbers of a page come from, and what is recorded with them. */
type Page = {
  /**
   * Where each person's own text comes from: it is a value of the statement, or prepared. `phones` then returns
   * `own_text`, `segments` and `has_left`, too.
   */
  readonly texts?: "given" | "prepared";
  /** Numbers without duplicates. */
  readonly phones: string;
  /** Those of CTE `page` that the message already has. Planned when the table is small, and kept while it grows. */
  readonly there: string;
  /** Progress after this page, read from CTE `page`. */
  readonly next: string;
  readonly duplicates: string;
  readonly invalid: string;
};

/** All of the page, found by its range. Only with the rows that replace them. */
const PREPARED_GONE = `
gone as (
  delete from prepared_texts t where (t.message_id, t.phone) > ($1, coalesce($5::text, ''))
    and (t.message_id, t.phone) <= ($1, (select max(phone) from page)) and exists (select from message)
),`;

/**
 * Adds people whose numbers come from elsewhere: $10 numbers, $11 progress after them, $12 duplicates and $13 invalid
 * numbers of the page.
 */
export function addStatement(table: string): string {
  return build(table, {
    phones: "select unnest($10::text[]) as phone",
    there: thereIn(table),
    next: "$11::jsonb",
    duplicates: "$12::integer",
    invalid: "$13::integer",
  });
}

/**
 * `offset 0`: looked up one by one, not by a join with everything that the message has, and only if there is anyone
 * between the first number of the page and its last: of one group, almost always there is no one.
 */
const thereIn = (table: string, of = ""): string => `select k.phone from page k where exists (
      select from ${table} d where (d.message_id, d.phone) >= ($1, (select min(phone) from page))
      and (d.message_id, d.phone) <= ($1, (select max(phone) from page)))
    and exists (select from ${table} d where d.message_id = $1 and d.phone = k.phone${of} offset 0)`;

/**
 * Adds people with their texts: $10 to $13 as for {@link addStatement}; $14 texts, $15 segments, $16 who is found as a
 * member, $17 and $18 who has left. People with a prepared text get that one, later: its values may be those of a call.
 */
export function addTextsStatement(table: string): string {
  return build(table, {
    texts: "given",
    phones: `select phone, own_text, segments,
      via_group and ${hasLeft("p.phone", { groups: "$17", nowhere: "$18::boolean" })} as has_left
    from unnest($10::text[], $14::text[], $15::int2[], $16::boolean[]) as p(phone, own_text, segments, via_group)`,
    there: `${thereIn(table)}
  union all ${thereIn("prepared_texts", " and not d.via_group")}
  union all select r.phone from respelled r where exists (
    select from prepared_texts d where d.message_id = $1 and d.phone = r.other and not d.via_group offset 0)`,
    next: "$11::jsonb",
    duplicates: "$12::integer",
    invalid: "$13::integer",
  });
}

/**
 * Adds people whose numbers are in the database: $10 how many, from $11 on the values of `reader`. Because such a page
 * never leaves the database, our process saves 2 µs of CPU per number.
 */
export function addStoredStatement(table: string, reader: PhoneReader): string {
  return build(table, stored(table, reader.text(PAGE_AFTER, "$10", 11), reader.window?.(PAGE_AFTER)));
}

const PAGE_AFTER = "coalesce($5::text, '')";

/** @param window where a page ends that is not full, if more may follow */
function stored(table: string, phones: string, window = "null::text"): Page {
  return {
    phones,
    // One probe between the page's ends: almost always there is no one. Rows are compared because only the primary key
    // can answer that. `phone = any(…)` became a filter over the whole message on PostgreSQL 15: 250 µs per number.
    there: `select d.phone from ${table} d where (d.message_id, d.phone) > ($1, coalesce($5::text, ''))
      and (d.message_id, d.phone) <= ($1, (select max(phone) from page))`,
    next: `jsonb_build_object(
      'source', $4::integer + case when count(*) < $10 and ${window} is null then 1 else 0 end,
      'cursor', case when count(*) = $10 then max(phone) else ${window} end,
      'turn', $8::integer + (count(*)::integer + ${CHUNK_SIZE - 1}) / ${CHUNK_SIZE})`,
    duplicates: "0",
    invalid: "0",
  };
}

/**
 * Adds the people of {@link PREPARE}: $10 how many, $11 and $12 who has left. Their prepared texts become those of
 * their deliveries. People who have left since are not counted, as if their page had been read now.
 */
export function addPreparedStatement(table: string): string {
  const phones = `select phone, body as own_text, segments,
      via_group and ${hasLeft("t.phone", { groups: "$11", nowhere: "$12::boolean" })} as has_left
    from prepared_texts t
    where message_id = $1 and phone > coalesce($5::text, '') order by phone limit $10`;
  return build(table, { ...stored(table, phones), texts: "prepared" });
}

/**
 * $1 message, $2 token, $3 lease, $4 and $5 where the page begins, $6 progress after it; $7 numbers, $8 texts, $9
 * segments and $10 refusals; $11 duplicates and $12 invalid numbers of the page; $13 who is found as a member. People
 * with a text from an earlier page keep it, others may get theirs from this one. Like {@link build}, not flushed, and
 * returns no row if the lease was lost.
 */
export const PREPARE = `
with lease as (
  update fanouts set progress = $6::jsonb, ${dueIn("$3")}, trouble = null
  from (select set_config('synchronous_commit', 'off', true)) settings
  where ${heldRow(FANOUTS)}
    and coalesce((progress ->> 'source')::integer, 0) = $4 and progress ->> 'cursor' is not distinct from $5
  returning message_id
),
page as (
  select * from unnest($7::text[], $8::text[], $9::int2[], $10::text[], $13::boolean[]) as p(phone, body, segments, refusal, via_group)
),
written as (
  insert into prepared_texts as t (message_id, phone, body, segments, refusal, via_group)
  select lease.message_id, phone, body, segments, refusal::jsonb, via_group from page, lease order by phone
  on conflict (message_id, phone) do update set
    body = coalesce(t.body, excluded.body),
    segments = case when t.body is null then excluded.segments else t.segments end,
    refusal = case when t.body is null and excluded.body is null then t.refusal end,
    via_group = t.via_group and excluded.via_group
  where t.body is null and excluded.body is not null or t.via_group and not excluded.via_group
  returning xmax = 0 as fresh
),
again as (
  select (select count(*) from page) - count(*) filter (where fresh) + $11::integer as count from written
)
update messages m set
  matched = matched + again.count + $12::integer, duplicates = duplicates + again.count, invalid = invalid + $12::integer
from lease, again where m.id = lease.message_id
returning m.id`;

/**
 * $1 message, $2 token, $3 lease in milliseconds, $4 and $5 source and cursor at which the page begins, $6 route, $7
 * priority, $8 turn, $9 quarter hour in the roll-up. One row (numbers read, numbers added, progress after them), or
 * none if the lease was lost or the page begins elsewhere than the database says.
 *
 * The commit is not flushed, a tenth of the time. Cursor and rows are lost together, and nothing of a page leaves
 * before the mark that takes it, which is flushed, and with it everything written before:
 * docs/decisions/0019-fan-out.md. That is why the beginning is compared: a crash may lose pages that the audience's
 * reader believes written.
 *
 * No `on conflict`: it costs 3.6 of 12 µs per row. Nothing else adds to the message while the fan-out row is locked.
 */
function build(table: string, { phones, there, next, duplicates, invalid, texts }: Page): string {
  const own = texts ? ", own_text, segments" : "";
  const hasNone = texts ? " when own_text is null then 'missing_value'" : "";
  const stays = texts ? "not page.has_left" : "true";
  return `
with page as materialized (${phones}),
lease as (
  update fanouts set progress = read.next, ${dueIn("$3")}, trouble = null
  from (select ${texts ? `(count(*) filter (where ${stays}))` : "count(*)"}::integer as size, ${next} as next, set_config('synchronous_commit', 'off', true) from page) read
  where ${heldRow(FANOUTS)}
    and coalesce((progress ->> 'source')::integer, 0) = $4 and progress ->> 'cursor' is not distinct from $5
  returning read.size, progress
),
-- A pause of the message waits for this page or is seen by it: no claimable chunk can slip in.
message as materialized (
  select state, rolled_up, category, sender, answers_opt_out from messages where id = $1 and exists (select from lease) for update
),
-- A phone with two numbers gets the first one that is read, and of those on one page the one without the 9.
respelled as materialized (
  select phone, ${otherSpellingOf("phone")} as other from page where ${mayBeSpelledTwice("phone")}
),
there as materialized (
  ${there}
  union all select r.phone from respelled r where exists (
    select from ${table} d where d.message_id = $1 and d.phone = r.other offset 0)
  union all select r.phone from respelled r where r.phone > r.other and r.other in (select phone from page where ${stays})
),
-- Always an index scan. A join is planned for a list of opt-outs that was short once.
${listedOf("page")},
stopped as materialized (select distinct s.phone from listed s, message m where ${SUPPRESSES}),
fresh as materialized (
  select page.phone, case when stopped.phone is not null then 'suppressed'${hasNone} end as failure${own}
  from page left join stopped on stopped.phone = page.phone left join there on there.phone = page.phone
  where there.phone is null and ${stays} and exists (select from message)
),
ledger as (
  insert into ${table} (message_id, phone, state, failure${own})
  select $1, phone, case when failure is null then 'queued'::delivery_state else 'suppressed' end, failure${own}
  from fresh order by phone
),${texts === "prepared" ? PREPARED_GONE : ""}
queue as (
  insert into chunks (message_id, route, priority, turn, claimable, phones)
  select $1, $6, $7, $8::integer + nth, message.state <> 'paused', phones[nth * ${CHUNK_SIZE} + 1 : (nth + 1) * ${CHUNK_SIZE}]
  from message, (select array_agg(phone order by phone) as phones from fresh where failure is null) queued,
    generate_series(0, (cardinality(phones) - 1) / ${CHUNK_SIZE}) as nth
),
counts as (
  select lease.size, lease.progress, added, blocked
  from lease, (select count(*)::integer as added, count(failure)::integer as blocked from fresh) added
),
counted as (
  update messages m set
    matched = matched + counts.size + ${duplicates} + ${invalid}, accepted = accepted + counts.added - counts.blocked,
    duplicates = duplicates + ${duplicates} + counts.size - counts.added, invalid = invalid + ${invalid},
    suppressed = suppressed + counts.blocked
  -- Only behind the lock: this statement could no longer lock a row that it changed first.
  from counts, message where m.id = $1
),${tallied(`
  select $9::timestamptz, added, 0, blocked from counts where added > 0`)},${progressed(`
  select $1, 'suppressed', failure, count(*) from fresh, message where failure is not null and rolled_up group by failure`)},${countedNew(`
  select $9::timestamptz, message.category, case when message.rolled_up then $1::uuid end, '', area,
    case when blocked then 'suppressed' else 'accepted' end, count(*)
  from (select failure is not null as blocked, ${areaOf("phone")} as area from fresh) r, message group by 2, 3, 5, 6`)}
select size, added, progress from counts`;
}
