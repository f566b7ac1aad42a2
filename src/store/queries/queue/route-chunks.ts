import { categoryOfPriority } from "#domain/messages/message";
import { byKey, CHUNK_SIZE, type DeliveryKey } from "#domain/deliveries/queue";
import type { RoutingStore } from "#domain/routing/routing-store";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { CLAIMABLE_ROUTES } from "./routes-fragment.ts";
import { takeOver, type ChunkRow } from "./claim.ts";
import { keepUnpaused } from "../messages/message-lock.ts";

const MAX_CHUNKS = 256;

/**
 * As a claim finds them, but nothing is locked yet.
 *
 * The commit is not flushed: if a crash loses it, the deliveries are in their old place again, and the claim of one of
 * the new chunks, which is flushed, flushes everything before it. A claim itself must not do this: its token would be
 * issued twice.
 */
const NEXT = `
select id, message_id from set_config('synchronous_commit', 'off', true), (
  select c.id, c.message_id, sum(c.size) over (order by c.priority, c.turn, c.id) - c.size as before
  from unnest($1::smallint[]) as l(priority), lateral (
    select id, priority, turn, size, message_id from chunks
    where route = 'default' and priority = l.priority and claimable and due <= now() order by turn, id limit ${MAX_CHUNKS}) c
) fair where before < $2`;

const HOLD = `
select id, token, route, priority, turn, message_id, message_ids, phones from chunks
where id = any($1::bigint[]) and route = 'default' and claimable and due <= now() order by id for update skip locked`;

/** Tokens are kept, as in a split: a chunk without one counts as never claimed. */
const REPLACE = `
with gone as (delete from chunks where id = any($1::bigint[]))
insert into chunks (message_id, route, priority, turn, token, message_ids, phones)
select message_id, route, priority, turn, token,
  case when message_id is null then array(select json_array_elements_text(message_ids)::uuid) end,
  array(select json_array_elements_text(phones))
from json_to_recordset($2::json) as r(message_id uuid, route text, priority smallint, turn integer, token integer, message_ids json, phones json)`;

const RECALL = `
with recursive ${CLAIMABLE_ROUTES},
ours as (
  select c.id from chunks c
  where c.claimable and c.due <= now() and c.route = any(array(
    select route from routes where route like 'default:%' and route <> all($1::text[])))
  order by c.id limit 2000 for update of c skip locked
)
update chunks c set route = 'default' from ours where c.id = ours.id returning c.id`;

/**
 * One transaction per batch: a worker that dies in it has changed nothing. A chunk that had an owner before is treated
 * as in a claim, because the record of who marked its deliveries disappears with it.
 *
 * @param routed called after a commit that left work for dispatchers
 */
export function routingQueries(db: Db, routed: () => void): RoutingStore {
  return {
    async route({ priorities, rows, routeOf, ...repeats }) {
      const count = await db.ownTransaction(async () => {
        const next = await db.query<{ id: number; message_id: Uuid | null }>("sort next", NEXT, [priorities, rows]);
        if (next.length === 0) return 0;
        await keepUnpaused(
          db,
          next.flatMap(({ message_id: id }) => id ?? []),
        );
        const held = await db.query<ChunkRow>("sort hold", HOLD, [next.map(({ id }) => id)]);
        const pieces: Piece[] = [];
        for (const row of held) {
          const { keys } = await takeOver(db, row, repeats);
          for (const key of keys) {
            pieces.push({ key, row, route: routeOf(key, categoryOfPriority(row.priority)) });
          }
        }
        if (held.length > 0)
          await db.query("sort replace", REPLACE, [held.map(({ id }) => id), JSON.stringify(chunksOf(pieces))]);
        return held.reduce((sum, { phones }) => sum + phones.length, 0);
      });
      if (count > 0) routed();
      return count;
    },
    recall: async (routes) => (await db.query("recall strays", RECALL, [routes])).length,
  };
}

type Piece = { readonly key: DeliveryKey; readonly row: ChunkRow; readonly route: string };

/** Deliveries of one message with the same route are grouped again, and keep their place among the turns of others. */
function chunksOf(pieces: readonly Piece[]): readonly Record<string, unknown>[] {
  const groups = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const key = `${piece.row.message_id} ${piece.row.priority} ${piece.route}`;
    const group = groups.get(key);
    if (group) group.push(piece);
    else groups.set(key, [piece]);
  }
  return [...groups.values()].flatMap((group) => {
    const { row, route } = group[0]!;
    const turn = Math.min(...group.map((piece) => piece.row.turn));
    const token = Math.max(...group.map((piece) => piece.row.token));
    const keys = group.map(({ key }) => key).toSorted(byKey);
    return Array.from({ length: Math.ceil(keys.length / CHUNK_SIZE) }, (_, nth) => {
      const part = keys.slice(nth * CHUNK_SIZE, (nth + 1) * CHUNK_SIZE);
      return {
        message_id: row.message_id,
        route,
        priority: row.priority,
        token,
        turn: row.message_id === null ? turn : turn + nth,
        message_ids: part.map(({ messageId }) => messageId),
        phones: part.map(({ phone }) => phone),
      };
    });
  });
}
