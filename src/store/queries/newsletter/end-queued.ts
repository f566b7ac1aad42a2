import { everySpelling } from "#domain/recipients/other-spelling";
import type { Phone } from "#domain/recipients/phone";
import type { Uuid } from "#lib/ids";

import { int8Array, textArray, uuidArray } from "../../binary-array.ts";
import type { Db } from "../../database.ts";
import { byPartition } from "../../partitions.ts";
import { mayBeSpelledTwice } from "../other-spelling-sql.ts";
import { endWaiting, holdsOf } from "../deliveries/end-waiting.ts";
import { IS_OPEN } from "../messages/open-fragment.ts";
import { beginLeaving } from "./leave-lock.ts";

/** A person and the groups that they leave, or left in this transaction. */
export type Leaver = { readonly subscriberId: number; readonly phone: Phone; readonly groups: readonly number[] };

type Waiting = { readonly id: Uuid; readonly phone: Phone };

/**
 * Ends deliveries that wait for people as members of groups that they are leaving, and marketing to their numbers if
 * they are in no other group: a campaign may be held until the morning, and its recipients are not looked up again. A
 * delivery that is being marked is sent. Everything that ends a membership calls this, in the transaction that has
 * locked the subscribers.
 *
 * Only deliveries are locked, as by a mark: their messages end with their chunks, or by the sweep.
 */
export async function endQueued(db: Db, leavers: readonly Leaver[], hooked: () => void): Promise<void> {
  const pairs = leavers.flatMap(({ subscriberId, phone: stored, groups }) =>
    everySpelling([stored]).flatMap((phone) => groups.map((group) => ({ subscriberId, phone, group }))),
  );
  if (pairs.length === 0) return;
  const values = [
    int8Array(pairs.map(({ subscriberId }) => subscriberId)),
    textArray(pairs.map(({ phone }) => phone)),
    int8Array(pairs.map(({ group }) => group)),
  ];
  await beginLeaving(db);
  // First: the pages of a fan-out that ended before this are found by the next statement.
  await db.query("leave during fan-outs", DURING, values);
  await suppressWaiting(db, await db.query<Waiting>("queued for members", WAITING, values), hooked);
}

/** Ends deliveries that wait, in the order of their keys. */
export async function suppressWaiting(db: Db, waiting: readonly Waiting[], hooked: () => void): Promise<void> {
  for (const [table, part] of byPartition(waiting, ({ id }) => id)) {
    const values = [uuidArray(part.map(({ id }) => id)), textArray(part.map(({ phone }) => phone))];
    await db.query("holds of members", holdsOf(), values);
    const ending = endWaiting(table, "suppressed");
    const [row] = await db.query<{ hooks: number }>(`end queued ${table}`, ending, values);
    if (row!.hooks > 0) db.afterCommit(hooked);
  }
}

/** SQL for the recipients, besides numbers, of message `m`, or of the first one if `m` is a resend. */
export const audienceOf = (m: string): string => `coalesce(${m}.audience, ${m}.resent_audience)`;

/** SQL for whether message `m` goes to members and to no one who may be in it for another reason. */
export const goesToMembers = (m: string): string => `
  (${m}.category = 'marketing' and coalesce(${audienceOf(m)}->'customers', 'false') = 'false'
  and jsonb_array_length(coalesce(${audienceOf(m)}->'roles', '[]')) + jsonb_array_length(coalesce(${audienceOf(m)}->'users', '[]')) = 0)`;

/** SQL for whether message `m` goes to members of a group. A segment has its people from any. */
export const isMemberOf = (m: string, group: string): string => `
  (${audienceOf(m)}->'groups' = '"all"' or ${audienceOf(m)}->'groups' @> to_jsonb(${group})
  or jsonb_array_length(coalesce(${audienceOf(m)}->'segments', '[]')) > 0)`;

/**
 * SQL for whether a membership of a group is a reason why message `m` goes to its person. What goes to numbers alone does
 * so because of any: a consent in effect is an active membership.
 */
const isBecauseOf = (group: string): string => `(${isMemberOf("m", group)} or ${audienceOf("m")} is null)`;

const LEAVING = `
leaving as materialized (
  select subscriber_id, phone, array_agg(group_id) as groups
  from unnest($1::bigint[], $2::text[], $3::bigint[]) as l(subscriber_id, phone, group_id) group by 1, 2
)`;

/**
 * Of person `leaving` and message `m`. What goes to their phone's other number belongs to the subscriber under that
 * number.
 */
const ENDS = `${goesToMembers("m")}
  and exists (select from unnest(leaving.groups) as g(id) where ${isBecauseOf("g.id")})
  and not exists (
    select from memberships other
    where other.subscriber_id = leaving.subscriber_id and other.state = 'active' and other.group_id <> all(leaving.groups)
      and ${isBecauseOf("other.group_id")})
  and not (${mayBeSpelledTwice("leaving.phone")} and exists (
    select from subscribers spelled join memberships other on other.subscriber_id = spelled.id
    where spelled.phone = leaving.phone and spelled.id <> leaving.subscriber_id and other.state = 'active'
      and ${isBecauseOf("other.group_id")}))`;

/**
 * A page that is being written has read them as members, and is not seen here. The end of its fan-out waits for this
 * transaction, its pages do not.
 */
const DURING = `
with ${LEAVING},
resolving as materialized (
  select m.* from fanouts f join messages m on m.id = f.message_id
  where m.category = 'marketing' order by f.message_id for key share of f
)
insert into fanout_leavers (message_id, phone, subscriber_id)
select m.id, leaving.phone, leaving.subscriber_id from leaving cross join resolving m where ${ENDS}
order by 1, 2 on conflict do nothing`;

/**
 * Deliveries that are older than every campaign that may still send are not read: a bulk action runs this for 500
 * people at a time, which takes 11 ms if nothing is open, 0.1 s with a campaign that is newer than the others, and 0.5
 * s if a hundred are newer than it (load 22).
 */
const WAITING = `
with ${LEAVING}
select m.id, leaving.phone
from leaving cross join lateral (
  select message_id, state from deliveries where phone = leaving.phone
    and message_id >= (select id from messages where ${IS_OPEN} and category = 'marketing' order by id limit 1)
  order by message_id desc limit 1000) d
join messages m on m.id = d.message_id
where d.state in ('queued', 'held', 'sending') and m.${IS_OPEN} and ${ENDS}
order by m.id, leaving.phone`;
