import { keyText, type DeliveryKey } from "#domain/deliveries/queue";
import type { Reroute, Stranded, StrandedStore } from "#domain/gateways/stranded-store";
import { FIRST_ID, type Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { keyArrays } from "../../delivery-keys.ts";
import { abilityValues, CONTENT_FITS } from "../../message-content.ts";
import { byPartition } from "../../partitions.ts";
import { keepUnpaused } from "../messages/message-lock.ts";
import { takeOver, type ChunkRow } from "../queue/claim.ts";
import { CLAIMABLE_ROUTES, HELD_ROUTES } from "../queue/routes-fragment.ts";
import { appendEvents } from "../webhooks/events.ts";
import { IS_OPEN } from "../messages/open-fragment.ts";

const BATCH = 200;
const ROWS = 5_000;

/** Routes chosen under the default route are returned to it by the router. */
const FIND = `
with recursive ${CLAIMABLE_ROUTES}, ${HELD_ROUTES}
select route as gateway, (
  select coalesce(sum(size), 0)::int from (
    select size from chunks c where c.claimable and c.route = named.route order by priority, turn, id limit 5000) c
) + (
  select count(*)::int from (select from holds h where h.route = named.route limit ${ROWS}) h) as texts
from (select route from routes union select route from held_routes) named
where route is not null and route not like 'default:%' and route <> all($1::text[])
order by route`;

/** First, so that what a page of an audience adds from now on gets the new route. */
const MESSAGES = `
with page as materialized (
  select id from messages where ${IS_OPEN} and id > $5::uuid order by id limit ${ROWS}
),
ours as (
  select m.id from messages m join page on page.id = m.id where m.route = $1 and ${CONTENT_FITS} order by m.id for update of m
),
moved as (update messages m set route = $2 from ours where m.id = ours.id)
select max(id::text) as last from page`;

const NEXT = `
select id, message_id from chunks where route = $1 and due <= now() and id > $2 and id <= $3 order by id limit ${BATCH}`;
/** The remainder of a chunk gets a new id, so that it is not visited again. */
const NEWEST = "select coalesce(max(id), 0) as id from chunks where route = $1";

const HOLD = `
select id, token, route, priority, turn, message_id, message_ids, phones, claimable, throttled from chunks
where id = any($1::bigint[]) and route = $2 and due <= now() order by id for update skip locked`;

const stays = (table: string): string => `
select d.message_id as "messageId", d.phone from ${table} d
join unnest($1::uuid[], $2::text[]) as k(message_id, phone) on d.message_id = k.message_id and d.phone = k.phone
join messages m on m.id = d.message_id
where d.bound_to is not null or not (${CONTENT_FITS})`;

const REPLACE = `
with gone as (delete from chunks where id = any($1::bigint[]))
insert into chunks (message_id, route, priority, turn, token, claimable, throttled, message_ids, phones)
select message_id, route, priority, turn, token, claimable, throttled,
  case when message_id is null then array(select json_array_elements_text(message_ids)::uuid) end,
  array(select json_array_elements_text(phones))
from json_to_recordset($2::json) as r(message_id uuid, route text, priority smallint, turn integer, token integer,
  claimable boolean, throttled boolean, message_ids json, phones json)`;

const waiting = (table: "retries" | "holds"): string => `
with page as materialized (
  select message_id, phone from ${table} where route = $1 and (message_id, phone) > ($5::uuid, $6::text)
  order by message_id, phone limit ${ROWS} for update
),
known as (
  select page.message_id, page.phone, d.bound_to is null and ${CONTENT_FITS} as free
  from page join deliveries d on d.message_id = page.message_id and d.phone = page.phone
  join messages m on m.id = page.message_id
),
moved as (
  update ${table} r set route = $2 from known
  where known.free and r.message_id = known.message_id and r.phone = known.phone returning 1
)
select (select count(*) from moved)::int as moved, (select count(*) from known where not free)::int as stayed,
  (select message_id::text || ' ' || phone from page order by message_id desc, phone desc limit 1) as last`;

type Held = ChunkRow & { readonly claimable: boolean; readonly throttled: boolean };

/** @param moved called when deliveries have a different route */
export function strandedQueries(db: Db, moved: () => void): StrandedStore {
  async function moveMessages(values: readonly unknown[]): Promise<void> {
    for (let last: string | null = FIRST_ID; last !== null;) {
      const [row]: { last: string | null }[] = await db.query("reroute messages", MESSAGES, [...values, last]);
      last = row!.last;
    }
  }

  async function moveWaiting(table: "retries" | "holds", values: readonly unknown[]): Promise<Counts> {
    const all = { moved: 0, stayed: 0 };
    for (let place: readonly string[] | undefined = [FIRST_ID, ""]; place;) {
      const [row]: (Counts & { last: string | null })[] = await db.query(`reroute waiting ${table}`, waiting(table), [
        ...values,
        ...place,
      ]);
      all.moved += row!.moved;
      all.stayed += row!.stayed;
      place = row!.last?.split(" ");
    }
    return all;
  }

  /** One batch, in one transaction; null if there are no more. */
  async function moveChunks(
    from: string,
    to: Reroute,
    { after, newest }: { readonly after: number; readonly newest: number },
  ): Promise<(Counts & { last: number }) | null> {
    const next = await db.query<{ id: number; message_id: Uuid | null }>("reroute next", NEXT, [from, after, newest]);
    if (next.length === 0) return null;
    await keepUnpaused(
      db,
      next.flatMap(({ message_id: id }) => id ?? []),
    );
    const held = await db.query<Held>("reroute hold", HOLD, [next.map(({ id }) => id), from]);
    const pieces: Record<string, unknown>[] = [];
    const counts = { moved: 0, stayed: 0 };
    for (const row of held) {
      // What a dead worker had marked is treated as in a claim by a gateway that may repeat nothing.
      const { keys } = await takeOver(db, row, { repeatable: [] });
      const kept = await staying(keys, to);
      const isKept = (key: DeliveryKey): boolean => kept.has(keyText(key));
      const groups = [
        { route: to.route, keys: keys.filter((key) => !isKept(key)) },
        { route: from, keys: keys.filter(isKept) },
      ];
      counts.moved += groups[0]!.keys.length;
      counts.stayed += groups[1]!.keys.length;
      for (const { route, keys: part } of groups) if (part.length > 0) pieces.push(pieceOf(row, route, part));
    }
    if (held.length > 0) await db.query("reroute replace", REPLACE, [held.map(({ id }) => id), JSON.stringify(pieces)]);
    return { ...counts, last: next.at(-1)!.id };
  }

  async function staying(keys: readonly DeliveryKey[], { abilities }: Reroute): Promise<ReadonlySet<string>> {
    const kept = new Set<string>();
    for (const [table, part] of byPartition(keys, (key) => key.messageId)) {
      const values = [...keyArrays(part), ...abilityValues(abilities)];
      for (const key of await db.query<DeliveryKey>(`reroute stays ${table}`, stays(table), values))
        kept.add(keyText(key));
    }
    return kept;
  }

  return {
    async find(served) {
      return db.query<Stranded>("stranded", FIND, [served]);
    },
    async move(from, to, by) {
      const values = [from, to.route, ...abilityValues(to.abilities)];
      await moveMessages(values);
      const all = await moveWaiting("retries", values);
      // Before the chunks: a delivery that is released meanwhile is in one of these.
      const held = await moveWaiting("holds", values);
      all.moved += held.moved;
      all.stayed += held.stayed;
      const [newest] = await db.query<{ id: number }>("reroute newest", NEWEST, [from]);
      for (let after = 0; ;) {
        // A call with an Idempotency-Key has a transaction around all of them.
        const batch = await db.transaction(() => moveChunks(from, to, { after, newest: newest!.id }));
        if (!batch) break;
        all.moved += batch.moved;
        all.stayed += batch.stayed;
        after = batch.last;
      }
      await appendEvents(db, [{ kind: "gateway.rerouted", data: { from, to: to.route, by, ...all } }], () => undefined);
      if (all.moved > 0) db.afterCommit(moved);
      return all;
    },
  };
}

type Counts = { moved: number; stayed: number };

function pieceOf(row: Held, route: string, keys: readonly DeliveryKey[]): Record<string, unknown> {
  const { message_id, priority, turn, token, claimable, throttled } = row;
  return {
    message_id,
    route,
    priority,
    turn,
    token,
    claimable,
    throttled,
    message_ids: keys.map(({ messageId }) => messageId),
    phones: keys.map(({ phone }) => phone),
  };
}
