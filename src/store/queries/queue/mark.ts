import type { DeliveryKey, Marked, Portion } from "#domain/deliveries/queue";
import type { Phone } from "#domain/recipients/phone";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { isToMany } from "../messages/recipients-fragment.ts";
import { int8Array } from "../../binary-array.ts";
import { keyArrays } from "../../delivery-keys.ts";
import { dueIn } from "../../leases.ts";
import { byPartition } from "../../partitions.ts";
import { ended } from "../deliveries/event-data.ts";
import { stateChanged } from "../deliveries/state-changes.ts";
import { isHeld, isSuppressed, listedOf } from "../suppressions/suppression-fragment.ts";
import { endOf, wordsOf } from "./doubt-fragment.ts";

type Row = {
  message_id: Uuid;
  phone: Phone;
  chunk_id: number;
  attempt: number;
  rated: boolean;
  own_text: string | null;
  sending: boolean;
  doubt_since: number | null;
  in_doubt: boolean;
};
type Key = DeliveryKey & { readonly chunkId: number };

/**
 * The last check in the database, committed directly before the wire. Chunks first, then rows, each locked in the order
 * of its key; a paused message's rows stay as they are.
 *
 * Every chunk is judged by its own lease: a lost one does not affect the others. Its row is locked until the commit, so
 * that the end of the chunk sees what was marked.
 *
 * Deliveries that must not be sent any more leave the queue, with their reason, by a second statement: they are rare,
 * and would be half of the steps.
 */
export async function mark(
  db: Db,
  portions: readonly Portion[],
  gateway: string,
  leaseMs: number,
): Promise<readonly Marked[]> {
  const chunks = [
    portions.map(({ chunk }) => chunk.id),
    portions.map(({ chunk }) => chunk.token),
    portions.map(({ prolong }) => prolong),
    leaseMs,
  ];
  const judge = (name: string, text: string, keys: readonly Key[]): Promise<Row[]> =>
    db.query<Row>(name, text, [...chunks, ...keyArrays(keys), int8Array(keys.map((key) => key.chunkId)), gateway]);
  const keys = portions.flatMap((portion) =>
    portion.keys.map(({ messageId, phone }): Key => ({ messageId, phone, chunkId: portion.chunk.id })),
  );
  const marked: Marked[] = [];
  for (const [table, part] of byPartition(keys, (key) => key.messageId)) {
    const rows = await judge(`mark ${table}`, marking(table), part);
    const refused = rows.filter(({ sending }) => !sending).map(keyOf);
    // By now they may be wanted again: then they are marked as well.
    if (refused.length > 0) rows.push(...(await judge(`drop ${table}`, dropping(table), refused)));
    for (const row of rows) if (row.sending) marked.push(markedOf(row));
  }
  return marked;
}

const keyOf = ({ message_id: messageId, phone, chunk_id: chunkId }: Row): Key => ({ messageId, phone, chunkId });

const markedOf = (row: Row): Marked => ({
  ...keyOf(row),
  attempt: row.attempt,
  rated: row.rated,
  inDoubt: row.in_doubt,
  ...(row.own_text !== null && { text: row.own_text }),
  ...(row.doubt_since !== null && { doubtSince: row.doubt_since }),
});

/**
 * When the doubt began, in milliseconds since 1970. Only a repeat that the same gateway must send can become too old. A
 * doubt dated in the future has an unknown age: the database's clock was set back since.
 */
export const DOUBT = `
  case when d.bound_to is null then null
    when d.doubted_at > now() + interval '5 seconds' then 0::float8
    else extract(epoch from d.doubted_at)::float8 * 1000 end as doubt_since,
  d.doubted_at is not null as in_doubt`;

/** Locks chunks and rows, and returns a verdict for each row. */
const judged = (table: string): string => `
with lease as materialized (
  select c.id, l.token, l.prolong, c.route, c.priority
  from unnest($1::bigint[], $2::integer[], $3::boolean[]) as l(id, token, prolong)
  join chunks c on c.id = l.id and c.token = l.token
  where c.claimable order by c.id for no key update of c
),
prolonged as (
  update chunks c set ${dueIn("$4")} from lease where lease.prolong and c.id = lease.id
),
wanted as (
  select d.message_id, d.phone, d.attempt, d.doubted_at is not null as doubted, d.left_at, lease.id as chunk_id, lease.token,
    coalesce(d.bound_to, lease.route) as route, lease.priority
  from unnest($5::uuid[], $6::text[], $7::bigint[]) as k(message_id, phone, chunk_id)
  join lease on lease.id = k.chunk_id
  join ${table} d on d.message_id = k.message_id and d.phone = k.phone
  where d.state = 'queued' and (d.bound_to is null or d.bound_to = $8)
  order by d.message_id, d.phone for update of d
),
${listedOf("wanted")},
judged as materialized (
  select wanted.*, m.rate_per_minute is not null and ${isToMany("m.")} as rated, case
      when m.state = 'canceled' then 'canceled'
      when wanted.left_at is not null or ${isSuppressed("wanted.phone")} then 'suppressed'
      when m.valid_until <= now() then 'expired'
      when ${isHeld("wanted.phone")} then 'held'
      else 'sending' end::delivery_state as verdict
  from wanted join messages m on m.id = wanted.message_id
  where m.state in ('running', 'resolving', 'canceled')
)`;

/**
 * How long a decision about a doubtful reply may take to be noticed: nothing is lost by waiting, and a check is cheap.
 */
const LOOK_AGAIN = "10 minutes";

function marking(table: string): string {
  return `${judged(table)},
moved as (
  update ${table} d
  set state = 'sending', chunk_id = judged.chunk_id, token = judged.token, gateway = $8, marked_at = now(), failure = null
  from judged where judged.verdict = 'sending' and d.message_id = judged.message_id and d.phone = judged.phone
  returning d.message_id, d.phone, d.chunk_id, d.attempt, d.own_text, judged.rated, ${DOUBT}
)
select *, true as sending from moved
union all
select message_id, phone, chunk_id, attempt, null, rated, null, doubted, false from judged where verdict <> 'sending'
order by message_id, phone`;
}

function dropping(table: string): string {
  return `${judged(table)},
moved as (
  update ${table} d
  set state = ${endOf("judged.verdict <> 'sending' and judged.doubted", "judged.verdict")},
    chunk_id = judged.chunk_id, token = judged.token,
    gateway = case when judged.verdict = 'sending' then $8 else d.gateway end, marked_at = now(),
    failure = case when judged.verdict <> 'sending' and not judged.doubted then judged.verdict::text end,
    response = case when judged.verdict <> 'sending' and judged.doubted then ${wordsOf("judged.verdict")} else d.response end
  from judged where judged.verdict <> 'held' and d.message_id = judged.message_id and d.phone = judged.phone
  returning d.message_id, d.phone, d.id, d.chunk_id, d.attempt, d.state, d.gateway, d.failure, d.own_text, judged.verdict, judged.rated, ${DOUBT}
),
undecided as (
  insert into retries (message_id, phone, route, priority, due)
  select message_id, phone, route, priority, now() + interval '${LOOK_AGAIN}' from judged where verdict = 'held'
  order by message_id, phone
  on conflict (message_id, phone) do update set due = excluded.due
),${stateChanged({
    rows: "moved",
    was: ["queued"],
    becomes: ["sending", "unknown", "suppressed", "expired", "canceled"],
    data: ended("verdict"),
    ordered: true,
  })}
select message_id, phone, chunk_id, attempt, rated, own_text, doubt_since, in_doubt, true as sending from moved where state = 'sending' order by message_id, phone`;
}
