import { CHUNK_SIZE, type Chunk } from "#domain/deliveries/queue";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";

/**
 * Chunks that a message with a rate has in the claim index: those that leave within two seconds, and one more. The
 * others are outside the index, like paused work: every claim would have to skip a thousand chunks that must wait.
 */
const OPEN_CHUNKS = (rate: string): string => `1 + ceil(${rate} / 30.0 / ${CHUNK_SIZE})::integer`;

/** $1: the message, $2: chunks of it that were just claimed. Chunks of other owners are not touched. */
const PARK = `
with limits as (select ${OPEN_CHUNKS("rate_per_minute")} as most from messages where id = $1 and rate_per_minute is not null),
kept as materialized (
  select id from (
    -- Per route: chunks of a route whose gateways are all down must not take the places of the others.
    select id, row_number() over (partition by route
      order by (due > now() and id <> all($2::bigint[])) desc, id <> all($2::bigint[]), turn, id) as nth
    from chunks where message_id = $1 and claimable) c
  where nth <= (select most from limits)
),
parked as (
  select id from chunks
  where message_id = $1 and claimable and id not in (select id from kept) and (due <= now() or id = any($2::bigint[]))
    and exists (select from limits)
  order by id for update skip locked
)
update chunks c set claimable = false, throttled = true, due = now() from parked where c.id = parked.id returning c.id`;

/** Under the message's lock, because a pause of it takes all its chunks out of the index. */
const OPEN = `
with parked as materialized (select distinct message_id as id, route from chunks where throttled and not claimable),
room as materialized (
  select m.id, parked.route, case when m.rate_per_minute is not null then ${OPEN_CHUNKS("m.rate_per_minute")}
      - (select count(*) from chunks c where c.message_id = m.id and c.route = parked.route and c.claimable) end as free
  from messages m join parked on parked.id = m.id where m.state in ('running', 'resolving')
),
sure as materialized (
  select m.id, room.route, room.free from messages m join room on room.id = m.id
  where m.state in ('running', 'resolving') and (room.free is null or room.free > 0)
  order by m.id for share of m
),
opened as (
  select c.id from sure, lateral (
    select id from chunks where message_id = sure.id and route = sure.route and throttled and not claimable
    order by turn, id limit sure.free) c
),
ours as (
  select c.id from chunks c where c.id in (select id from opened) order by c.id for update of c
)
update chunks c set claimable = true, throttled = false from ours where c.id = ours.id returning c.id`;

/** Removes from the index what must wait by its message's rate. Returns the ids of chunks that are no longer held. */
export async function parkThrottled(
  db: Db,
  chunks: readonly Chunk[],
  rated: (id: Uuid) => boolean,
): Promise<ReadonlySet<number>> {
  const byMessage = new Map<Uuid, number[]>();
  for (const { id, messageId } of chunks) {
    if (messageId !== null && rated(messageId)) byMessage.set(messageId, [...(byMessage.get(messageId) ?? []), id]);
  }
  const parked = new Set<number>();
  for (const [messageId, ids] of byMessage) {
    for (const { id } of await db.query<{ id: number }>("park throttled", PARK, [messageId, ids])) parked.add(id);
  }
  return parked;
}

/** Returns to the index what its message may send soon. Returns how many chunks. */
export async function openThrottled(db: Db): Promise<number> {
  return (await db.query("open throttled", OPEN, [])).length;
}
