import type { Phone } from "#domain/recipients/phone";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { byPartition } from "../../partitions.ts";
import { endWaiting, holdsOfPerson } from "../deliveries/end-waiting.ts";
import { IS_OPEN } from "../messages/open-fragment.ts";

export type Leaving = { readonly subscriberId: number; readonly phone: Phone; readonly groups: readonly number[] };

/**
 * Ends what waits to be sent to somebody as a member of the groups that they are leaving: a campaign may be held until
 * the morning, and its recipients are not looked up again. A delivery that is being marked leaves.
 *
 * Only deliveries are locked, as by a mark: their messages end with their chunks, or by the sweep.
 */
export async function endQueued(db: Db, { subscriberId, phone, groups }: Leaving, hooked: () => void): Promise<void> {
  const waiting = await db.query<{ id: Uuid }>("queued for a member", WAITING, [phone, subscriberId, groups]);
  for (const [table, part] of byPartition(waiting, ({ id }) => id)) {
    const values = [part.map(({ id }) => id), phone];
    await db.query("holds of a member", holdsOfPerson(), values);
    const ending = endWaiting(table, "suppressed");
    const [row] = await db.query<{ hooks: number }>(`end queued ${table}`, ending, values);
    if (row!.hooks > 0) db.afterCommit(hooked);
  }
}

/** A segment has its people from any group. Who may be in the message for another reason stays. */
const WAITING = `
select m.id
from (select message_id, state from deliveries where phone = $1 order by message_id desc limit 1000) d
join messages m on m.id = d.message_id
where d.state in ('queued', 'held') and m.${IS_OPEN} and m.category = 'marketing'
  and (coalesce(m.audience->'groups', 'null') <> 'null' or jsonb_array_length(coalesce(m.audience->'segments', '[]')) > 0)
  and coalesce(m.audience->'customers', 'false') = 'false'
  and jsonb_array_length(coalesce(m.audience->'roles', '[]')) + jsonb_array_length(coalesce(m.audience->'users', '[]')) = 0
  and not exists (
    select from memberships other
    where other.subscriber_id = $2::bigint and other.state = 'active' and other.group_id <> all($3::bigint[])
      and (m.audience->'groups' = '"all"' or m.audience->'groups' @> to_jsonb(other.group_id)
        or jsonb_array_length(coalesce(m.audience->'segments', '[]')) > 0))
order by m.id`;
