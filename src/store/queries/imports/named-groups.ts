import { leftUnderOtherSpelling } from "../newsletter/left-under-other-spelling.ts";
import { mayBeSpelledTwice, otherSpellingOf } from "../other-spelling-sql.ts";

/**
 * Parameters of a statement: the groups of the plan, whether they are only a fallback, and the new groups of the file.
 */
export type GroupParameters = { readonly groups: string; readonly isFallback: string; readonly fresh: string };

/** Of staged person `p`: each group that rows name, once. A name and an id may turn out to be one group. */
const named = (fresh: string): string => `
select distinct on (g.group_id) g.group_id, e.value as entry, e.value ->> 'state' as state
from jsonb_each(p.fields -> 'groups') as e(key, value)
cross join lateral (
  select case when e.key like '-%' then (${fresh}::bigint[])[-(e.key::bigint)] else e.key::bigint end as group_id) g
order by g.group_id, e.value ->> 'state' = 'left' desc`;

/**
 * A table of a statement: `people` with each group that concerns them, by the plan or by their rows. `wanted` is the
 * state in it, `entry` the row's own words about it.
 *
 * Nothing in it compares people with each other: the planner expects one of them, and would compare each with each.
 *
 * @param people a table of the statement with the columns of `import_people`
 */
export const comingOf = (people: string, { groups, isFallback, fresh }: GroupParameters): string => `
coming as materialized (
  select p.*, g.group_id, null::jsonb as entry, p.state as wanted
  from ${people} p cross join unnest(${groups}::bigint[]) as g(group_id)
  where not p.fields ? 'groups'
  union all
  select p.*, own.group_id, own.entry, own.wanted
  from ${people} p cross join lateral (
    with named as materialized (${named(fresh)})
    select group_id, entry, state as wanted from named
    union all
    select g.group_id, null, p.state from unnest(${groups}::bigint[]) as g(group_id)
    where not exists (select from named n where n.group_id = g.group_id)
      and (not ${isFallback}::boolean or not exists (select from named))
  ) own
  where p.fields ? 'groups'
)`;

/** Of a row of `coming`: the evidence of the row that names the group. */
export const evidenceOf = (row: string): string => `
case when ${row}.entry is null then ${row}.consent_at else (${row}.entry ->> 'at')::timestamptz end as consent_at,
case when ${row}.entry is null then ${row}.fields ->> 'ip' else ${row}.entry ->> 'ip' end as consent_ip,
case when ${row}.entry is null then ${row}.consent_source else ${row}.entry ->> 'source' end as consent_source,
case when ${row}.entry is null then ${row}.consent_wording else ${row}.entry ->> 'wording' end as consent_wording`;

/**
 * SQL for whether a person left a group under the other number of their phone, or has left it, or everything, by
 * another row of the file. $1 is the import.
 */
export const hasLeftUnderOtherSpelling = (phone: string, group: string): string => `
(${leftUnderOtherSpelling(phone, group)} or ${mayBeSpelledTwice(phone)} and exists (
  select from import_people spelled where spelled.import_id = $1 and spelled.phone = ${otherSpellingOf(phone)}
    and (spelled.state = 'unsubscribed'
      or coalesce(spelled.fields -> 'groups' -> ${group}::text ->> 'state', spelled.state) = 'left') offset 0))`;
