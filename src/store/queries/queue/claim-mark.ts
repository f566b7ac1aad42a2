import type { Marked } from "#domain/deliveries/queue";
import type { Phone } from "#domain/recipients/phone";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { isToOne } from "../messages/recipients-fragment.ts";
import { isHeld, isSuppressed, listedOf } from "../suppressions/suppression-fragment.ts";
import { DOUBT } from "./mark.ts";

/** A delivery that was marked with its claim: message, phone, attempts so far, in doubt, since when, text. */
export type MarkedText = readonly [Uuid, Phone, number, boolean, number | null, string | null];

export const markedOf = (
  chunkId: number,
  [messageId, phone, attempt, inDoubt, doubtSince, text]: MarkedText,
): Marked => ({
  messageId,
  phone,
  chunkId,
  attempt,
  // Deliveries with a rate of their own are not marked here.
  rated: false,
  inDoubt,
  ...(text !== null && { text }),
  ...(doubtSince !== null && { doubtSince }),
});

/**
 * A claim that marks what it leases: a single delivery then has one commit before the wire instead of two. Only chunks
 * that had no owner before: what a dead worker left in others must be checked first. Deliveries that are unsendable, or
 * leave at a rate of their own, stay for a mark, which records why. A chunk locked by a pause or another claim is
 * skipped with the lock's owner.
 *
 * $8: the gateway, $9: the most deliveries.
 *
 * @param take the claim, as a statement that returns chunks
 */
export function claimMarking(take: string, table: string): string {
  return `
with taken as (${take}),
fits as materialized (
  select id, token, message_id, message_ids, phones
  from (select *, sum(size) over (order by priority, turn, id) as upto from taken) t where token = 1 and upto <= $9
),
wanted as (
  select d.message_id, d.phone, k.chunk_id, k.token
  from (select f.id as chunk_id, f.token, coalesce(u.message_id, f.message_id) as message_id, u.phone
    from fits f, unnest(f.message_ids, f.phones) as u(message_id, phone)) k
  join ${table} d on d.message_id = k.message_id and d.phone = k.phone
  where d.state = 'queued' and d.left_at is null and (d.bound_to is null or d.bound_to = $8)
  order by d.message_id, d.phone for update of d
),
${listedOf("wanted")},
judged as materialized (
  select wanted.* from wanted join messages m on m.id = wanted.message_id
  where m.state in ('running', 'resolving') and m.valid_until > now()
    and (m.rate_per_minute is null or ${isToOne("m.")})
    and not ${isSuppressed("wanted.phone")} and not (${isHeld("wanted.phone")})
),
moved as (
  update ${table} d
  set state = 'sending', chunk_id = judged.chunk_id, token = judged.token, gateway = $8, marked_at = now(), failure = null
  from judged where d.message_id = judged.message_id and d.phone = judged.phone
  returning d.message_id, d.phone, d.chunk_id, d.attempt, d.own_text, ${DOUBT}
)
select taken.*, (
  select json_agg(json_build_array(message_id, phone, attempt, in_doubt, doubt_since, own_text) order by message_id, phone)
  from moved where moved.chunk_id = taken.id) as marked from taken`;
}

/** Chunks first, then rows, each in the order of its key, like a mark. There is no index for such a rare case. */
const UNDO = `
with lost as materialized (
  select id, token, message_id, message_ids, phones from chunks where owner = $1 order by id for update
),
ours as (
  select d.message_id, d.phone
  from (select l.id as chunk_id, l.token, coalesce(u.message_id, l.message_id) as message_id, u.phone
    from lost l, unnest(l.message_ids, l.phones) as u(message_id, phone)) k
  join deliveries d on d.message_id = k.message_id and d.phone = k.phone
  where d.state = 'sending' and d.chunk_id = k.chunk_id and d.token = k.token
  order by d.message_id, d.phone for update of d
),
unmarked as (
  update deliveries d set state = 'queued' from ours where d.message_id = ours.message_id and d.phone = ours.phone
)
update chunks c set due = now() from lost where c.id = lost.id`;

/** Like `Queue.unclaim`. */
export async function unclaim(db: Db, owner: string): Promise<void> {
  await db.query("unclaim", UNDO, [owner]);
}
