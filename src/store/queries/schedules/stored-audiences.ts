import type { Phone } from "#domain/recipients/phone";

import type { Db } from "../../database.ts";

/**
 * Removes people from stored audiences that they are in as members of a group: a run omits people who have left, which
 * it reads from their memberships. To be called before a membership is deleted, and when a person without one leaves.
 */
export async function leaveStoredAudiences(db: Db, phones: readonly Phone[]): Promise<void> {
  if (phones.length > 0) await db.query("leave stored audiences", LEAVE, [phones]);
}

/** The same for those who have left a group that is about to be deleted, and are in no other group of the audience. */
export async function leaveWithGroup(db: Db, groupId: number): Promise<void> {
  await db.query("leave stored audiences with group", endOfMembers("m.state = 'left'"), [groupId]);
}

/**
 * The same for people whose membership of a group is about to be deleted as if it had never been, and who are in no
 * other group of the audience.
 */
export async function neverInStoredAudiences(db: Db, groupId: number, ids: readonly number[]): Promise<void> {
  await db.query("never in stored audiences", endOfMembers("m.subscriber_id = any($2::bigint[])"), [groupId, ids]);
}

/**
 * The recursive CTE `sets`, of which the last is null: found by skipping through the key; there are as many as schedules
 * with a stored audience.
 */
export const storedSets = (where = ""): string => `sets as (
  (select set_id from schedule_recipients ${where} order by set_id limit 1)
  union all
  select (select r.set_id from schedule_recipients r where r.set_id > sets.set_id order by r.set_id limit 1)
  from sets where sets.set_id is not null
)`;

const LEAVE = `
with recursive ${storedSets()}
delete from schedule_recipients r using sets where r.set_id = sets.set_id and r.phone = any($1::text[]) and r.via_group`;

const endOfMembers = (who: string): string => `
with audiences as materialized (
  select frozen_set, message->'audience'->'groups' as groups from schedules where frozen_set is not null
)
delete from schedule_recipients r using audiences a, memberships m
where m.group_id = $1::bigint and ${who}
  and (a.groups = '"all"'::jsonb or a.groups @> to_jsonb($1::bigint))
  and r.set_id = a.frozen_set and r.phone = m.phone and r.via_group
  and not exists (
    select from memberships other
    where other.subscriber_id = m.subscriber_id and other.group_id <> $1::bigint and other.state = 'active'
      and (a.groups = '"all"'::jsonb or a.groups @> to_jsonb(other.group_id)))`;
