import type { Phone } from "#domain/recipients/phone";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { byPartition } from "../../partitions.ts";
import { ended } from "../deliveries/event-data.ts";
import { HOOKS, stateChanged } from "../deliveries/state-changes.ts";
import { IS_OPEN } from "../messages/open-fragment.ts";
import { endOf, wordsOf } from "../queue/doubt-fragment.ts";

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
    // Before the delivery, as a release locks them.
    await db.query("holds of a member", HOLDS, values);
    const [row] = await db.query<{ hooks: number }>(`end queued ${table}`, endStatement(table), values);
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

const HOLDS = `
delete from holds where ctid = any(array(
  select ctid from holds where message_id = any($1::uuid[]) and phone = $2 order by message_id for update))`;

const endStatement = (table: string): string => `
with open as (
  select d.message_id, d.phone, d.doubted_at is not null as doubted
  from ${table} d
  where d.message_id = any($1::uuid[]) and d.phone = $2 and d.state in ('queued', 'held') order by d.message_id for update of d
),
moved as (
  update ${table} d set state = ${endOf("open.doubted", "'suppressed'::delivery_state")},
    failure = case when not open.doubted then 'suppressed' end,
    response = case when open.doubted then ${wordsOf("'suppressed'")} else d.response end
  from open where d.message_id = open.message_id and d.phone = open.phone
  returning d.message_id, d.phone, d.id, d.state, d.gateway, d.failure
),${stateChanged({
  rows: "moved",
  was: ["queued", "held"],
  becomes: ["unknown", "suppressed"],
  data: ended("'suppressed'"),
  ordered: true,
})}
select ${HOOKS}`;
