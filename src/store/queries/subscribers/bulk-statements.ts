import { leftUnderOtherSpelling } from "../newsletter/left-under-other-spelling.ts";
import { isOnList } from "../suppressions/suppression-fragment.ts";

/**
 * $1 people, $2 and $3 id and name of the group, $4 the job, for which those who joined are recorded. Editing a list
 * does not add people who left a group or all groups, under either number of their phone, or who sent STOP. It does not
 * confirm people who have not confirmed themselves, because anyone could have entered their number.
 *
 * @returns per person that joined: phone, and the data of the event
 */
export const JOIN = `
with joined as (
  insert into memberships (group_id, subscriber_id, phone, state)
  select $2::bigint, s.id, s.phone, 'active' from subscribers s
  where s.id = any($1::bigint[])
    and not ${isOnList("s.phone")} and not ${leftUnderOtherSpelling("s.phone", "$2::bigint")}
    and exists (select from memberships m where m.subscriber_id = s.id and m.state = 'active')
  order by s.id
  on conflict (group_id, subscriber_id) do nothing
  returning subscriber_id, group_id, since
),
recorded as (
  insert into bulk_joins (job_id, subscriber_id, group_id, since)
  select $4::uuid, subscriber_id, group_id, since from joined order by subscriber_id
)
select s.phone, json_build_object('subscriber_id', s.id, 'name', s.name, 'mobile', s.phone, 'state', 'active',
  'groups', json_build_array(json_build_object('id', $2::bigint, 'name', $3::text, 'state', 'active')),
  'custom_fields', s.custom_fields) as data
from joined j join subscribers s on s.id = j.subscriber_id order by s.phone`;

/**
 * $1 people, $2 group or null for all.
 *
 * @returns per person that left: id, phone, and the data of the event
 */
export const LEAVE = `
with leaving as materialized (
  select m.subscriber_id, m.group_id, g.name from memberships m join groups g on g.id = m.group_id
  where m.subscriber_id = any($1::bigint[]) and m.state <> 'left' and ($2::bigint is null or m.group_id = $2)
),
remaining as materialized (
  select m.subscriber_id, bool_or(m.state = 'active') as active, bool_or(m.state = 'pending') as pending
  from memberships m
  where m.subscriber_id = any($1::bigint[]) and m.state <> 'left' and m.group_id <> $2 group by 1
),
ended as (
  update memberships m set state = 'left', since = now() from leaving l
  where m.group_id = l.group_id and m.subscriber_id = l.subscriber_id
)
select s.id, s.phone, json_build_object('subscriber_id', s.id, 'name', s.name, 'mobile', s.phone,
  'state', case when r.active then 'active' when r.pending then 'pending' else 'left' end, 'groups', l.groups) as data
from (
  select subscriber_id, json_agg(json_build_object('id', group_id, 'name', name, 'state', 'left') order by group_id) as groups
  from leaving group by 1
) l join subscribers s on s.id = l.subscriber_id left join remaining r on r.subscriber_id = l.subscriber_id
order by s.phone`;

/** $1 job, $2 the last person before, $3 how many. */
export const JOINED = `
select subscriber_id as id from bulk_joins where job_id = $1 and subscriber_id > $2 order by subscriber_id limit $3`;

/**
 * $1 job, $2 people, who are locked. A membership that was changed since has another time.
 *
 * @returns per person whose membership is to end: id, phone, and the data of the event
 */
export const TO_TAKE_BACK = `
with taken as materialized (
  select m.subscriber_id, m.group_id, g.name from bulk_joins j
  join memberships m on m.group_id = j.group_id and m.subscriber_id = j.subscriber_id and m.state = 'active' and m.since = j.since
  join groups g on g.id = m.group_id
  where j.job_id = $1 and j.subscriber_id = any($2::bigint[])
)
select s.id, s.phone, json_build_object('subscriber_id', s.id, 'name', s.name, 'mobile', s.phone,
  'state', (
    select case when bool_or(r.state = 'active') then 'active' when bool_or(r.state = 'pending') then 'pending' else 'left' end
    from memberships r where r.subscriber_id = s.id and r.group_id <> t.group_id),
  'groups', json_build_array(json_build_object('id', t.group_id, 'name', t.name, 'state', 'left'))) as data
from taken t join subscribers s on s.id = t.subscriber_id order by s.phone`;

/** $1 people, $2 group. Deleted, not left: people who left are not added to the group again. */
export const NEVER_JOINED = "delete from memberships where group_id = $2 and subscriber_id = any($1::bigint[])";

/** $1 job, $2 people. */
export const TAKEN_BACK = "delete from bulk_joins where job_id = $1 and subscriber_id = any($2::bigint[])";

/** $1 people, $2 key, $3 value as JSON, $4 how many fields a person may have. */
export const SET_FIELD = `
update subscribers set custom_fields = custom_fields || jsonb_build_object($2::text, $3::jsonb), updated_at = now()
where id = any($1::bigint[]) and custom_fields -> $2 is distinct from $3::jsonb
  and (custom_fields ? $2 or (select count(*) from jsonb_object_keys(custom_fields)) < $4::integer)
returning id`;

/** $1 people, $2 key. */
export const UNSET_FIELD = `
update subscribers set custom_fields = custom_fields - $2::text, updated_at = now()
where id = any($1::bigint[]) and custom_fields ? $2 returning id`;
