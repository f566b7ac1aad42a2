import { byKey, type Chunk, type Settlement } from "#domain/deliveries/queue";
import { fitText } from "#lib/fit-text";
import type { Uuid } from "#lib/ids";

import { bucketOf } from "../../buckets.ts";
import type { Db } from "../../database.ts";
import { byPartition } from "../../partitions.ts";
import { isValueError } from "../../pg-errors.ts";
import { mayBeSpelledTwice, otherSpellingOf } from "../other-spelling-sql.ts";
import { endOf, wordsOf } from "./doubt-fragment.ts";
import type { ProviderRef } from "../receipts/early-receipts.ts";
import { reported } from "../deliveries/event-data.ts";
import { HOOKS, stateChanged } from "../deliveries/state-changes.ts";
import type { OpenedMessages } from "./opened-messages.ts";
import { LONGEST_ID, LONGEST_WORDS, MAX_IDS } from "./settle-limits.ts";
import { isPlain, sentParameters, sentStatement } from "./settle-sent.ts";
import { UNLESS_LISTED } from "../suppressions/suppression-fragment.ts";
import { lockTurning, TURNED, TURNING_LOCKED, turnMessages } from "./turn-fragment.ts";

export type Settled = {
  readonly hooked: boolean;
  /** The providers' ids of the deliveries, for receipts that arrived earlier. */
  readonly refs: readonly ProviderRef[];
  /** Chunks that ended with it, and messages of such chunks that may be over now. */
  readonly ended: readonly number[];
  readonly open: readonly Uuid[];
};

/**
 * Writes the outcomes of marked deliveries, in one statement per partition.
 *
 * A row moves only if it is still `sending` under the very claim that marked it. A worker that lost its lease finds it
 * `unknown`: what it learned (accepted, under this id) then counts as evidence and resolves the doubt; a retry or
 * failure that it would record does not.
 *
 * Chunks that end with it end in the same statement if it records "sent" only: a delivery that is alone in its chunk
 * has one commit after the wire instead of two.
 */
export async function settle(
  db: Db,
  opened: OpenedMessages,
  settlements: readonly Settlement[],
  over: readonly Chunk[] = [],
): Promise<Settled> {
  let hooked = false;
  const ended: number[] = [];
  const open: Uuid[] = [];
  const parts = byPartition(settlements, (settlement) => settlement.messageId);
  for (const [table, part] of parts) {
    const sorted = part.toSorted(byKey);
    // The last of several statements would have to end it, and only if all the others succeeded.
    const written = await writeSent(db, table, sorted, { opened, over: parts.size === 1 ? over : [] });
    hooked = (written?.hooks ?? (await write(db, table, sorted))) > 0 || hooked;
    ended.push(...(written?.ended ?? []));
    open.push(...(written?.open ?? []));
  }
  const refs = settlements.flatMap((settlement) =>
    (settlement.providerIds ?? []).map((id) => [settlement.gateway, fitText(id, LONGEST_ID)] as const),
  );
  return { hooked, refs, ended, open };
}

type Sent = { readonly hooks: number; readonly ended?: number[] | null; readonly open?: Uuid[] | null };

/** Writes a part that records "sent" only; null if it records more, or something that PostgreSQL rejects. */
async function writeSent(
  db: Db,
  table: string,
  part: readonly Settlement[],
  { opened, over }: { readonly opened: OpenedMessages; readonly over: readonly Chunk[] },
): Promise<Sent | null> {
  if (!isPlain(part)) return null;
  const known = part.every(({ messageId }) => opened.has(messageId));
  const ending = known ? [] : over;
  const { name, text } = sentStatement(table, known ? "opened" : ending.length > 0 ? "ending" : "any");
  try {
    const [result] = await db.query<Sent>(name, text, sentParameters(part, { opened: known ? opened : null, ending }));
    // An optimization only, so a failure is ignored: it is queried again with the next ones.
    if (!known) await opened.learn(part).catch(() => undefined);
    return result!;
  } catch (error) {
    if (isValueError(error) || error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Writes a part. What PostgreSQL rejects because of a provider's text or numbers is halved until the offending row is
 * alone, and that one is written without them: a settle that can never be written would block its gateway forever.
 */
async function write(db: Db, table: string, part: readonly Settlement[], bare = false): Promise<number> {
  try {
    const rows = part.map((settlement) => rowOf(settlement, bare));
    const [result] = await db.query<{ hooks: number }>(`settle ${table}`, statement(table), [JSON.stringify(rows)]);
    return result!.hooks;
  } catch (error) {
    if (bare || !isValueError(error)) throw error;
    if (part.length === 1) return write(db, table, part, true);
    const half = part.length >> 1;
    return (await write(db, table, part.slice(0, half))) + (await write(db, table, part.slice(half)));
  }
}

function rowOf(settlement: Settlement, bare: boolean): Record<string, unknown> {
  return {
    message_id: settlement.messageId,
    phone: settlement.phone,
    chunk_id: settlement.chunkId,
    token: settlement.token,
    gateway: settlement.gateway,
    state: settlement.state,
    tries: settlement.counts ? 1 : 0,
    retry_ms: Number.isFinite(settlement.retryMs) ? settlement.retryMs : 0,
    route: settlement.route,
    priority: settlement.priority,
    provider_ids: bare ? [] : (settlement.providerIds ?? []).slice(0, MAX_IDS).map((id) => fitText(id, LONGEST_ID)),
    segments: bare ? undefined : settlement.segments,
    price: settlement.price?.millionths,
    currency: settlement.price?.currency,
    channel: settlement.channel,
    response: bare || settlement.response === undefined ? undefined : fitText(settlement.response, LONGEST_WORDS),
    failure:
      settlement.failure === undefined ? undefined : bare ? "unreadable" : fitText(settlement.failure, LONGEST_ID),
    opted_out: settlement.optedOut ?? false,
    bound_to: settlement.boundTo,
    in_doubt: settlement.inDoubt ?? false,
    logged_once: settlement.loggedOnce ?? false,
    bucket: bucketOf(settlement.messageId),
  };
}

function statement(table: string): string {
  return `
with settled as materialized (
  select * from json_to_recordset($1::json) as r(
    message_id uuid, phone text, chunk_id bigint, token integer, gateway text, state delivery_state, tries smallint,
    retry_ms bigint, route text, priority smallint, provider_ids json, segments smallint, price bigint, currency text, channel text, response text, failure text,
    opted_out boolean, bound_to text, in_doubt boolean, logged_once boolean, bucket timestamptz)
),
evidence as (
  insert into provider_refs (gateway, provider_id, message_id, phone)
  select gateway, id, message_id, phone from settled, json_array_elements_text(provider_ids) as id order by gateway, id
),
${lockTurning("state <> 'queued'")},
current as (
  select d.message_id, d.phone, d.state as was
  from ${table} d join settled s on d.message_id = s.message_id and d.phone = s.phone
  where ${TURNING_LOCKED} and d.chunk_id = s.chunk_id and d.token = s.token
    and (d.state = 'sending' or (d.state = 'unknown' and s.state = 'sent'))
  order by d.message_id, d.phone for update of d
),
-- Anything of a canceled message that would be retried is canceled, or in doubt.
halted as materialized (
  select id from messages
  where id = any(array(select distinct message_id from settled where state = 'queued')) and state = 'canceled'
),
moved as (
  update ${table} d
  set state = case when s.state = 'queued' and s.message_id in (select id from halted)
      then ${endOf("s.in_doubt or d.doubted_at is not null", "'canceled'")} else s.state end,
    attempt = d.attempt + s.tries, bound_to = coalesce(s.bound_to, d.bound_to),
    doubted_at = case when s.in_doubt then coalesce(d.doubted_at, d.marked_at) else d.doubted_at end,
    segments = coalesce(s.segments, d.segments), price = coalesce(s.price, d.price), currency = coalesce(s.currency, d.currency),
    channel = coalesce(s.channel, d.channel), sent_at = case when s.state = 'sent' then now() else d.sent_at end,
    response = case when s.state = 'queued' and (s.in_doubt or d.doubted_at is not null)
      and s.message_id in (select id from halted) then ${wordsOf("'canceled'")} else s.response end,
    failure = case when s.state = 'failed' then s.failure
      when s.state = 'queued' and not (s.in_doubt or d.doubted_at is not null)
        and s.message_id in (select id from halted) then 'canceled' end
  from settled s join current c on c.message_id = s.message_id and c.phone = s.phone
  where d.message_id = s.message_id and d.phone = s.phone
  returning d.message_id, d.phone, d.id, d.state, d.gateway, d.segments, s.price, s.currency, d.channel, d.failure, d.response,
    case when s.state = 'queued' and d.state = 'unknown' then 'canceled' end as reason,
    c.was, d.attempt, s.tries, s.retry_ms, s.route, s.priority, s.opted_out, s.logged_once, s.bucket
),
again as (
  insert into retries (message_id, phone, route, priority, due)
  select message_id, phone, route, priority, now() + make_interval(secs => retry_ms / 1000.0) from moved
  where state = 'queued' order by message_id, phone
  on conflict (message_id, phone) do update set due = excluded.due
),
stopped as (
  insert into suppressions (phone, reason, source)
  select distinct on (phone) phone, 'opted out at the provider', gateway from (
    select phone, gateway from moved where opted_out
    union all select ${otherSpellingOf("phone")}, gateway from moved where opted_out and ${mayBeSpelledTwice("phone")}
  ) gone where phone is not null order by phone
  ${UNLESS_LISTED}
),
${turnMessages},${stateChanged({
    rows: "moved",
    was: ["sending", "unknown"],
    becomes: ["queued", "sent", "failed", "unknown", "canceled"],
    data: reported({ error: "coalesce(failure, reason)", response: "response", channel: true }),
    bucket: "bucket",
    priced: true,
    before: TURNED.opens,
    after: `${TURNED.ends}
  union all ${DEFERRED}`,
    ordered: false,
  })}
select ${HOOKS}`;
}

/**
 * An attempt that will be repeated: the row keeps the last answer only. What a gateway throttles, stops or lacks an
 * ability for may be returned to the queue thousands of times. Of these the first is logged, because the gateway may
 * report a failure of it when another one has sent the message.
 */
const DEFERRED = `
  select 'message.deferred', message_id, phone, jsonb_build_object('id', id, 'gateway', gateway, 'response', response,
    'retry_ms', retry_ms) || case when tries > 0 then jsonb_build_object('attempt', attempt) else '{}' end
  from moved where state = 'queued' and (tries > 0 and not logged_once or response is not null and not exists (
    select from events e where e.message_id = moved.message_id and e.phone = moved.phone
      and e.kind = 'message.deferred' and e.data->>'gateway' = moved.gateway))`;
