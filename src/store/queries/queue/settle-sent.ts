import type { Chunk, Settlement } from "#domain/deliveries/queue";
import { fitText } from "#lib/fit-text";
import { uuidTime, type Uuid } from "#lib/ids";
import { isToMany } from "../messages/recipients-fragment.ts";

import { int2Array, int4Array, int8Array, textArray, uuidArray } from "../../binary-array.ts";
import { BUCKET_S } from "../../buckets.ts";
import { keyArrays } from "../../delivery-keys.ts";
import { reported } from "../deliveries/event-data.ts";
import { HOOKS, stateChanged } from "../deliveries/state-changes.ts";
import { messagesOf } from "./finish.ts";
import type { OpenedMessages } from "./opened-messages.ts";
import { lockTurning, TURNED, TURNING_LOCKED, turnMessages } from "./turn-fragment.ts";
import { LONGEST_ID, LONGEST_WORDS } from "./settle-limits.ts";
import { leasedChunks } from "./lease-fragment.ts";

/**
 * Whether nothing but "accepted by the provider" must be written: no retry, no failure, no opt-out, no channel, one id
 * and one currency at most. Almost every batch is like this, and its statement has a third of the steps; the cost of a
 * step does not depend on the rows.
 */
export function isPlain(part: readonly Settlement[]): boolean {
  const { gateway } = part[0]!;
  const currency = currencyOf(part);
  return part.every(
    (one) =>
      one.state === "sent" &&
      one.counts &&
      one.gateway === gateway &&
      (one.providerIds?.length ?? 0) <= 1 &&
      one.optedOut !== true &&
      one.channel === undefined &&
      (one.price === undefined || one.price.currency === currency) &&
      one.failure === undefined,
  );
}

const currencyOf = (part: readonly Settlement[]): string | null =>
  part.find(({ price }) => price !== undefined)?.price?.currency ?? null;

/**
 * Facts about a batch. `opened`: the first delivery of each of its messages left before, and more will; `ending`:
 * chunks end with it.
 */
export type SentKind = "any" | "opened" | "ending";

const NAMES: Readonly<Record<SentKind, string>> = { any: "sent", opened: "sent on", ending: "sent and ended" };

/** The statement for such a batch. */
export function sentStatement(table: string, kind: SentKind): { readonly name: string; readonly text: string } {
  return { name: `settle ${table} ${NAMES[kind]}`, text: statement(table, kind) };
}

/**
 * Its parameters, in the order of `part`, which is that of the key.
 *
 * @param kind.opened if the statement is the one for opened messages
 * @param kind.ending chunks, if it is the one that ends some
 */
export function sentParameters(
  part: readonly Settlement[],
  { opened, ending }: { readonly opened: OpenedMessages | null; readonly ending: readonly Chunk[] },
): unknown[] {
  return [
    ...keyArrays(part),
    int8Array(part.map(({ chunkId }) => chunkId)),
    int4Array(part.map(({ token }) => token)),
    textArray(
      part.map(({ providerIds }) => (providerIds?.[0] === undefined ? null : fitText(providerIds[0], LONGEST_ID))),
    ),
    int2Array(part.map(({ segments }) => segments ?? null)),
    textArray(part.map(({ response }) => (response === undefined ? null : fitText(response, LONGEST_WORDS)))),
    int4Array(part.map(({ messageId }) => Math.floor(uuidTime(messageId) / 1_000 / BUCKET_S))),
    part[0]!.gateway,
    int8Array(part.map(({ price }) => price?.millionths ?? null)),
    currencyOf(part),
    ...(opened ? knownParameters([...new Set(part.map(({ messageId }) => messageId))], opened) : []),
    ...(ending.length > 0
      ? [
          int8Array(ending.map(({ id }) => id)),
          int4Array(ending.map(({ token }) => token)),
          uuidArray(messagesOf(ending)),
        ]
      : []),
  ];
}

/** $12 to $16: messages, whether they are rolled up, their categories, segments and times. */
function knownParameters(ids: readonly Uuid[], opened: OpenedMessages): unknown[] {
  const messages = ids.map(opened.get);
  return [
    uuidArray(ids),
    int2Array(messages.map(({ rolledUp }) => Number(rolledUp))),
    textArray(messages.map(({ category }) => category)),
    int2Array(messages.map(({ segments }) => segments)),
    int8Array(ids.map(uuidTime)),
  ];
}

const KNOWN = `
  select id, rolled_up = 1 as rolled_up, category, segments, accepted_ms / 1000.0::float8 as accepted_at
  from unnest($12::uuid[], $13::smallint[], $14::text[], $15::smallint[], $16::bigint[]) as k(id, rolled_up, category, segments, accepted_ms)`;

/**
 * A chunk that is locked at this moment stays for its worker to finish: everywhere else its lock precedes those of
 * rows, so it must not be waited for here. Messages with one recipient are completed by `turned`; the others must be
 * checked after this is committed.
 */
const ENDED = `
ended as (
  delete from chunks where id = any(array(${leasedChunks("$12", "$13")} for update of c skip locked))
  returning id
)`;
const ENDED_AND_OPEN = `, (select json_agg(id) from ended) as ended,
  (select json_agg(id) from messages
    where id = any($14) and state in ('running', 'resolving') and ${isToMany()}) as open`;

function statement(table: string, kind: SentKind): string {
  const opened = kind === "opened";
  return `
with settled as materialized (
  select * from unnest($1::uuid[], $2::text[], $3::bigint[], $4::integer[], $5::text[], $6::smallint[], $7::text[],
    $8::integer[], $10::bigint[]) as s(message_id, phone, chunk_id, token, provider_id, segments, response, quarter, price)
),
evidence as (
  insert into provider_refs (gateway, provider_id, message_id, phone)
  select $9, provider_id, message_id, phone from settled where provider_id is not null
),
${opened ? "" : `${lockTurning()},`}
current as (
  select d.message_id, d.phone, d.state as was, s.segments, s.response, s.quarter, s.price
  from ${table} d join settled s on d.message_id = s.message_id and d.phone = s.phone
  where ${opened ? "" : `${TURNING_LOCKED} and `}d.chunk_id = s.chunk_id and d.token = s.token and d.state in ('sending', 'unknown')
  order by d.message_id, d.phone for update of d
),
moved as (
  update ${table} d
  set state = 'sent', attempt = d.attempt + 1, segments = coalesce(c.segments, d.segments), sent_at = now(),
    response = c.response, failure = null, price = coalesce(c.price, d.price),
    currency = case when c.price is null then d.currency else $11::text end
  from current c where d.message_id = c.message_id and d.phone = c.phone
  returning d.message_id, d.phone, d.id, d.state, d.gateway, d.segments, d.response, c.was, c.quarter, c.price,
    case when c.price is not null then $11::text end as currency
),
${opened ? "" : `${turnMessages},`}${stateChanged({
    rows: "moved",
    was: ["sending", "unknown"],
    becomes: ["sent"],
    data: reported({ error: "null", response: "response", channel: false }),
    bucket: `to_timestamp(quarter::bigint * ${BUCKET_S})`,
    priced: true,
    ordered: false,
    ...(opened ? { known: KNOWN } : { before: TURNED.opens, after: TURNED.ends }),
  })}${kind === "ending" ? `,${ENDED}` : ""}
select ${HOOKS}${kind === "ending" ? ENDED_AND_OPEN : ""}`;
}
